import Box from '@mui/material/Box'
import Snackbar from '@mui/material/Snackbar'
import { useState } from 'react'
import { formatCount } from '../../../../domain/format/text.ts'
import { useCan } from '../../../api/session/use-can.ts'
import { ConfirmDialog } from '../../../kit/dialogs/ConfirmDialog.tsx'
import { RepairNotice, RepairNotices, useRepair } from './RepairNotices.tsx'
import { useOpenCount } from './repair.ts'

const offerTitle = (count: number): string =>
  count === 1
    ? 'Este contenido tiene 1 reporte de error abierto'
    : `Este contenido tiene ${formatCount(count)} reportes de error abiertos`

interface RepairOfferProps {
  /** The content whose links were just changed. */
  mediaId: string
  onClose: () => void
}

const Offer = ({ mediaId, onClose }: RepairOfferProps) => {
  const canModify = useCan('modify', 'issues')
  const [isDone, setDone] = useState(false)
  const { data: counted } = useOpenCount({ mediaId }, canModify && !isDone)
  const { repair, isBusy } = useRepair({ mediaId }, counted, () => setDone(true))
  if (isDone)
    return (
      <Snackbar open anchorOrigin={{ vertical: 'top', horizontal: 'center' }} sx={{ mt: { xs: 6, sm: 5 } }}>
        <Box sx={{ boxShadow: 3, borderRadius: 1 }}>
          <RepairNotice />
        </Box>
      </Snackbar>
    )
  if (!counted?.count) return null
  return (
    <ConfirmDialog
      open
      title={offerTitle(counted.count)}
      confirmLabel={counted.count === 1 ? 'Marcar como reparado' : 'Marcar como reparados'}
      cancelLabel="Ahora no"
      busy={isBusy}
      onConfirm={repair}
      onClose={onClose}
    >
      Sus enlaces acaban de cambiar. Si con eso quedó corregido, márquelo como reparado.
    </ConfirmDialog>
  )
}

/** Offers to mark the open reports of a content as repaired; says nothing where there are none. */
export const RepairOffer = (props: RepairOfferProps) => (
  <RepairNotices onClose={props.onClose}>
    <Offer {...props} />
  </RepairNotices>
)
