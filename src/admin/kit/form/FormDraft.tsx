import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useFormDraft } from './use-form-draft.ts'

const RESTORED = 'Se recuperó lo que había escrito cuando su sesión expiró.'
const CHANGED = `${RESTORED} Alguien más modificó el registro mientras tanto: revíselo antes de guardar.`

interface FormDraftProps {
  name?: string
  /** Gets what the draft's fields held before, when somebody else saved the record in the meantime. */
  onChanged?: (opened: Readonly<Record<string, unknown>>) => void
}

/** Placed inside any form: what was typed survives an expired session; a line says so and offers to drop it. */
export const FormDraft = ({ name, onChanged }: FormDraftProps) => {
  const { restored, discard } = useFormDraft(name, onChanged)
  if (restored === undefined) return null
  return (
    <Alert
      severity={restored === 'same' ? 'info' : 'warning'}
      role="status"
      action={
        <Button color="inherit" size="small" onClick={discard}>
          Descartar
        </Button>
      }
      sx={{ width: '100%', mb: 2 }}
    >
      {restored === 'same' ? RESTORED : CHANGED}
    </Alert>
  )
}
