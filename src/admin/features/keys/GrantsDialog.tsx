import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { RowOf } from '../../api/http.ts'
import { DescriptionList } from '../../kit/display/display.tsx'
import { PERMISSION_PARTS } from '../users/permission-parts.ts'

interface GrantsDialogProps {
  apiKey: RowOf<'keys'>
  onClose: () => void
}

/** The permissions that a key was granted. */
export const GrantsDialog = ({ apiKey: { name, routeAccess }, onClose }: GrantsDialogProps) => {
  const heading = useId()
  const granted = new Set(routeAccess.flatMap(({ access }) => access.map((grant) => grant.name)))
  const grantText = PERMISSION_PARTS.partTexts(routeAccess)
  const items = PERMISSION_PARTS.parts
    .filter(({ key }) => granted.has(key))
    .map(({ key, label }) => [label, grantText(key)] as const)
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading} sx={{ overflowWrap: 'anywhere' }}>
        Permisos de {name}
      </DialogTitle>
      <DialogContent>
        <Typography color="text.secondary" sx={{ mb: 2 }}>
          La clave puede usar cada permiso mientras lo tenga también quien la creó.
        </Typography>
        <DescriptionList items={items} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" autoFocus onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
