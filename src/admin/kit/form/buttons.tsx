import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useCreatePath, useNavigate, useResourceContext } from 'ra-core'
import { useFormState } from 'react-hook-form'
import { useMay } from '../../api/session/use-may.ts'
import { useFormKit } from '../inputs/form-kit.ts'
import { useReturnToList } from '../page/use-list-place.ts'
import { useUnsavedCount } from './form-state.ts'

/** Back to the list, where it was left. */
export const BackButton = () => (
  <Button variant="outlined" onClick={useReturnToList()}>
    Atras
  </Button>
)

/** Leaves the form without saving. */
export const CancelButton = () => (
  <Button variant="outlined" onClick={useReturnToList()}>
    Cancelar
  </Button>
)

/** From a saved record to the create mode of another one. */
export const NewButton = () => {
  const resource = useResourceContext() ?? ''
  const { mode } = useFormKit()
  const unsaved = useUnsavedCount()
  const navigate = useNavigate()
  const createPath = useCreatePath()
  const mayRegister = useMay('register', resource)
  return (
    <Button
      variant="outlined"
      disabled={mode === 'create' || unsaved > 0 || !mayRegister}
      onClick={() => navigate(createPath({ resource, type: 'create' }))}
    >
      Nuevo
    </Button>
  )
}

/** Sends the form; disabled for who may not. */
export const SaveButton = ({ label = 'Registrar' }: { label?: string }) => {
  const resource = useResourceContext() ?? ''
  const { mode } = useFormKit()
  const { isSubmitting } = useFormState()
  const maySave = useMay(mode === 'create' ? 'register' : 'modify', resource)
  return (
    <Button
      type="submit"
      variant="contained"
      disabled={!maySave}
      aria-busy={isSubmitting}
      startIcon={isSubmitting ? <CircularProgress size={16} color="inherit" /> : undefined}
    >
      {label}
    </Button>
  )
}
