import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useRecordContext } from 'ra-core'
import { type ReactNode, useId } from 'react'
import { isReseller, isSubscriber } from '../../../domain/access/roles.ts'
import { formatCount } from '../../../domain/format/numbers.ts'
import type { UserRecord } from '../../api/user-record.ts'
import { dayText, momentText } from '../../kit/display/dates.ts'
import { useCredited } from '../credits/use-credited.ts'
import { CreditCell } from './CreditCell.tsx'

type Fact = readonly [term: string, value: ReactNode]

/** What is known of a user and nobody writes; credit and expiry only where the role has them. */
export const factsOf = (user: UserRecord): Fact[] => [
  ['Registro', momentText(user.dateCreate)],
  ...(isSubscriber(user.role)
    ? ([
        ['Vence', momentText(user.dateExpire) || 'Sin licencia'],
        ['Crédito', <CreditCell key="credit" user={user} />],
      ] as const)
    : []),
  ...(isReseller(user.role)
    ? ([['Balance de créditos', <CreditCell key="credit" user={user} />]] as const)
    : []),
  ['Último acceso', momentText(user.lastLogin) || 'Nunca'],
  ['Visitas', formatCount(user.views)],
  ['Creado por', user.userCreate || '—'],
  ['Modificado por', user.userUpdate || '—'],
  ['Modificación', dayText(user.dateUpdate)],
]

/** The facts of a user, beside its form. */
export const UserFacts = () => {
  const user = useRecordContext<UserRecord>()
  return user === undefined ? null : <FactsOf record={user} />
}

const FactsOf = ({ record }: { record: UserRecord }) => {
  const user = useCredited(record)
  const heading = useId()
  return (
    <Card component="section" aria-labelledby={heading} sx={{ px: 2.25, py: 2, mb: 2 }}>
      <Typography id={heading} variant="h2" sx={{ mb: 1 }}>
        Ficha
      </Typography>
      <Box component="dl" sx={{ m: 0, fontSize: 13 }}>
        {factsOf(user).map(([term, value]) => (
          <Box key={term} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, py: 0.5 }}>
            <Box component="dt" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
              {term}
            </Box>
            <Box component="dd" sx={{ m: 0, textAlign: 'right', overflowWrap: 'anywhere' }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
  )
}
