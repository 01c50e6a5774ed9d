import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useFailureMessage } from '../../api/connection.ts'

interface NameDialogProps {
  title: string
  label: string
  /** Error for a blank name. */
  missing: string
  maxLength: number
  name?: string
  children?: ReactNode
  /** Resolves to the error if the name is refused. */
  onSave: (name: string) => Promise<string | undefined>
  onClose: () => void
}

/** Asks for a name; children are further fields. */
export const NameDialog = (props: NameDialogProps) => {
  const { title, label, missing, maxLength, name: initial = '', children, onSave, onClose } = props
  const heading = useId()
  const [name, setName] = useState(initial)
  const [error, setError] = useFailureMessage()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    // React also propagates the event to a form around the dialog.
    event.stopPropagation()
    if (isBusy) return
    if (name.trim() === '') {
      setError(missing)
      return
    }
    setBusy(true)
    setError(await onSave(name))
    setBusy(false)
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={heading}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={heading}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
          <TextField
            label={label}
            value={name}
            onChange={({ target }) => setName(target.value)}
            required
            autoFocus
            error={error !== undefined}
            helperText={error}
            slotProps={{ htmlInput: { maxLength } }}
          />
          {children}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button variant="outlined" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            Guardar
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
