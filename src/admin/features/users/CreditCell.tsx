import Box from '@mui/material/Box'
import { isReseller } from '../../../domain/access/permissions.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { type ShownCredit, shownCredit } from '../../../domain/users/visibility.ts'
import type { RecordOf } from '../../api/http.ts'

type Tone = ShownCredit['tone']

/** The colours in words, for screen readers. */
const MEANINGS: Readonly<Record<Tone, string>> = {
  red: ', sin crédito',
  yellow: ', último crédito',
  plain: '',
}

const COLOURS = {
  red: { bgcolor: 'var(--red-ground)', color: 'var(--red-ink)' },
  yellow: { bgcolor: 'var(--yellow-ground)', color: 'var(--yellow-ink)' },
  plain: {},
} as const satisfies Record<Tone, object>

/** The months that a viewer has left or a reseller can sell: red without any, yellow at the last one. */
export const CreditCell = ({ user }: { user: RecordOf<'users'> }) => {
  const credit = shownCredit(user)
  if (credit === undefined) return <span aria-hidden="true">—</span>
  return (
    <Box
      component="span"
      data-tone={credit.tone}
      title={isReseller(user.role) ? 'Balance de créditos' : 'Meses restantes'}
      sx={{
        ...COLOURS[credit.tone],
        display: 'inline-block',
        minWidth: 34,
        px: '9px',
        py: '1px',
        borderRadius: '6px',
        fontWeight: 700,
        textAlign: 'center',
      }}
    >
      {formatCount(credit.months)}
      <Box component="span" sx={HIDDEN}>
        {MEANINGS[credit.tone]}
      </Box>
    </Box>
  )
}

/** For screen readers alone. */
const HIDDEN = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const
