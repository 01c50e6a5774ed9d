import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { Span } from '../../kit/form/FormSection.tsx'
import type { FormSchema } from '../../kit/inputs/form-kit.tsx'
import { DeleteItemButton, ItemButtons, ItemRow, ItemsInput } from '../../kit/inputs/ItemsInput.tsx'
import { TextInput, type TextInputProps } from '../../kit/inputs/inputs.tsx'

interface TextItemsProps {
  source: string
  /** Name of an item: 'email'. */
  one: string
  /** The dialog's field. */
  field: Omit<TextInputProps, 'autoFocus'>
  /** Schema of an item, given the others; must be stable between renders. */
  itemSchema: (others: readonly string[]) => FormSchema
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

interface DialogProps extends Pick<TextItemsProps, 'one' | 'field' | 'itemSchema'> {
  open: boolean
  item: string | undefined
  items: readonly string[]
  onSave: (item: string) => void
  onClose: () => void
}

const TextDialog = ({ one, field, itemSchema, item, items, onSave, ...dialog }: DialogProps) => {
  const schema = useMemo(() => itemSchema(items.filter((each) => each !== item)), [itemSchema, items, item])
  return (
    <FormDialog
      {...dialog}
      maxWidth="sm"
      title={item === undefined ? `Agregar ${one}` : `Editar ${one}`}
      schema={schema}
      record={{ [field.source]: item ?? '' }}
      onSave={(values) => onSave(String(values[field.source]))}
    >
      <Span of={12}>
        <TextInput {...field} autoFocus />
      </Span>
    </FormDialog>
  )
}

export const TextItems = ({ source, one, ...dialogs }: TextItemsProps) => (
  <ItemsInput
    source={source}
    addLabel={`Agregar ${one}`}
    itemsIn={textsIn}
    row={({ item, errors, onEdit, onDelete }) => (
      <ItemRow testId={source} errors={errors}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>{item}</Box>
        <ItemButtons>
          <Button size="small" aria-label={`Editar ${item}`} onClick={onEdit}>
            Editar
          </Button>
          <DeleteItemButton name={item} prompt={`Seguro de eliminar ${item}`} onDelete={onDelete} />
        </ItemButtons>
      </ItemRow>
    )}
    dialog={(dialog) => <TextDialog one={one} {...dialogs} {...dialog} />}
  />
)
