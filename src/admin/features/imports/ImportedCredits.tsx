import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { LinkBase } from 'react-admin'
import { IMPORTED_MARK, typeNumber } from '../../../domain/credits/transaction.ts'
import { dayOf } from '../../../domain/format/dates.ts'
import { serviceZone, useCan } from '../../api/me.ts'
import { listPathOf } from '../../api/paths.ts'

export const CREDITS_STAY =
  'Los créditos por los vencimientos que tenían no se deshacen: siguen en el historial de créditos.'

interface ImportedCreditsProps {
  date: string | Date
  onFollow?: (() => void) | undefined
}

/** Link to the credits granted by imports of a day; hidden without permission. */
export const CreditsLink = ({ date, onFollow }: ImportedCreditsProps) => {
  const day = dayOf(new Date(date), serviceZone())
  const filter = JSON.stringify({
    q: IMPORTED_MARK,
    type: String(typeNumber('CREDIT')),
    dateBeging: day,
    dateFinish: day,
  })
  if (!useCan('list', 'license_transactions')) return null
  return (
    <Link
      component={LinkBase}
      to={`${listPathOf('license_transactions')}?${new URLSearchParams({ filter })}`}
      onClick={onFollow}
      sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, sm: 24 } }}
    >
      Ver esos créditos
    </Link>
  )
}

/** Shown after undoing users: their credits stay in the ledger. */
export const ImportedCredits = (props: ImportedCreditsProps) => (
  <Typography color="text.secondary">
    {CREDITS_STAY} <CreditsLink {...props} />
  </Typography>
)
