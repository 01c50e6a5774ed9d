import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMemo } from 'react'
import {
  ANSWER_PLACEHOLDERS,
  type AnswerTemplate,
  answerTemplateSchema,
  MAX_COMMENT,
  uniqueTemplateSchema,
} from '../../../domain/support/issue-comment.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import {
  DeleteItemButton,
  ItemButtons,
  type ItemDialogProps,
  ItemRow,
  ItemsInput,
  MoveItemButtons,
} from '../../kit/inputs/ItemsInput.tsx'
import { TextInput } from '../../kit/inputs/inputs.tsx'

/** The answers to reports that operators can start from, in the order in which they are offered (rule R18). */
export const AnswersTab = () => (
  <FormSection title="Respuestas a reportes">
    <ItemsInput
      source="answerTemplates"
      addLabel="Agregar respuesta"
      itemsIn={templatesIn}
      row={({ item, errors, onEdit, onDelete, onUp, onDown }) => (
        <ItemRow testId="answerTemplates" errors={errors}>
          <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box sx={{ fontWeight: 600 }}>{item.name}</Box>
            <Box sx={{ color: 'text.secondary', whiteSpace: 'pre-wrap' }}>{item.text}</Box>
          </Box>
          <ItemButtons>
            <MoveItemButtons name={item.name} onUp={onUp} onDown={onDown} />
            <Button size="small" aria-label={`Editar ${item.name}`} onClick={onEdit}>
              Editar
            </Button>
            <DeleteItemButton
              name={item.name}
              prompt={`Seguro de eliminar ${item.name}`}
              onDelete={onDelete}
            />
          </ItemButtons>
        </ItemRow>
      )}
      dialog={(dialog) => <TemplateDialog {...dialog} />}
    />
  </FormSection>
)

const templatesIn = (value: unknown): AnswerTemplate[] =>
  Array.isArray(value) ? value.flatMap((item) => answerTemplateSchema.safeParse(item).data ?? []) : []

const PLACEHOLDERS = Object.entries(ANSWER_PLACEHOLDERS)
  .map(([name, meaning]) => `{${name}}: ${meaning.toLowerCase()}`)
  .join(' · ')

const EMPTY: AnswerTemplate = { name: '', text: '' }

const TemplateDialog = ({ item, items, onSave, ...dialog }: ItemDialogProps<AnswerTemplate>) => {
  const schema = useMemo(
    () => uniqueTemplateSchema(items.filter((each) => each !== item).map(({ name }) => name)),
    [items, item],
  )
  return (
    <FormDialog
      {...dialog}
      maxWidth="sm"
      title={item === undefined ? 'Agregar respuesta' : 'Editar respuesta'}
      schema={schema}
      record={item ?? EMPTY}
      onSave={(values) => onSave(schema.parse(values))}
    >
      <Span of={12}>
        <TextInput source="name" autoFocus />
      </Span>
      <Span of={12}>
        <TextInput source="text" rows={5} maxLength={MAX_COMMENT} help={PLACEHOLDERS} />
      </Span>
    </FormDialog>
  )
}
