import { type ReactNode, useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Link } from '../../../../domain/contents/link.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { type FormSchema, initialValues } from '../../../kit/inputs/form-kit.tsx'
import { LinkFields } from './LinkFields.tsx'

interface LinkDialogProps {
  open: boolean
  /** The link to edit; a new one without it. */
  link: Link | undefined
  schema: FormSchema
  children?: ReactNode
  onSave: (link: Link) => void
  onClose: () => void
}

// The resolver let it through: it is what the schema says.
const asLink = (values: FieldValues): Link => values as Link

/** Adds or edits one link; it reaches the content's form only when it is complete. */
export const LinkDialog = ({ link, schema, children, onSave, ...dialog }: LinkDialogProps) => {
  const record = useMemo(() => link ?? initialValues(schema), [link, schema])
  return (
    <FormDialog
      {...dialog}
      title={link === undefined ? 'Agregar link' : 'Editar link'}
      schema={schema}
      record={record}
      onSave={(values) => onSave(asLink(values))}
    >
      <LinkFields>{children}</LinkFields>
    </FormDialog>
  )
}
