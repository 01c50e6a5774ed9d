import { useEditContext } from 'ra-core'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { useFormKit } from './form-kit.ts'
import { useUnsavedCount } from './form-state.ts'

/** Somebody else saved the record meanwhile: nothing was written, the newer version can be loaded. */
export const StaleDialog = () => {
  const { isStale, setStale } = useFormKit()
  const { refetch } = useEditContext()
  const unsaved = useUnsavedCount()
  const load = async (): Promise<void> => {
    setStale(false)
    await refetch()
  }
  return (
    <ConfirmDialog
      open={isStale}
      title="Otra persona guardó este registro mientras usted lo editaba"
      confirmLabel="Cargar la versión nueva"
      cancelLabel="Seguir editando"
      onConfirm={load}
      onClose={() => setStale(false)}
    >
      Sus cambios no se guardaron. Al cargar la versión nueva
      {unsaved === 1 ? ' se descarta su cambio.' : ` se descartan sus ${unsaved} cambios.`}
    </ConfirmDialog>
  )
}
