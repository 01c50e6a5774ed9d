import { type ReactNode, useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Link } from '../../../../domain/contents/link.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { type FormShape, initialValues } from '../../../kit/inputs/shape.ts'
import { LinkFields } from './LinkFields.tsx'

interface LinkDialogProps {
  open: boolean
  /** The link to edit; a new one without it. */
  link: Link | undefined
  shape: FormShape
  children?: ReactNode
  onSave: (link: Link) => void
  onClose: () => void
}

// The resolver let it through: it is what the shape says.
const asLink = (values: FieldValues): Link => values as Link

/** Adds or edits one link; it reaches the content's form only when it is complete. */
export const LinkDialog = ({ link, shape, children, onSave, ...dialog }: LinkDialogProps) => {
  const record = useMemo(() => link ?? initialValues(shape), [link, shape])
  return (
    <FormDialog
      {...dialog}
      title={link === undefined ? 'Agregar link' : 'Editar link'}
      shape={shape}
      record={record}
      onSave={(values) => onSave(asLink(values))}
    >
      <LinkFields>{children}</LinkFields>
    </FormDialog>
  )
}
