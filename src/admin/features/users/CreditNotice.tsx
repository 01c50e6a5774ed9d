import Alert from '@mui/material/Alert'
import { useWatch } from 'react-hook-form'
import type { Period } from '../../../domain/credits/periods.ts'
import { creationCreditProblem } from '../../../domain/users/creation.ts'
import type { Me } from '../../api/session/me.ts'
import type { ProfileChoice } from './lookups.ts'

interface CreditNoticeProps {
  me: Pick<Me, 'role' | 'creditToResell'>
  profiles: readonly ProfileChoice[]
  /** What is sold; undefined until the settings are known. */
  periods: readonly Period[] | undefined
}

/** What a reseller lacks to create a user of the chosen profile, or of any while none is chosen. */
export const missingCredit = (
  { me, profiles, periods }: CreditNoticeProps,
  chosen: unknown,
): string | undefined => {
  if (periods === undefined) return undefined
  const asked = profiles.filter(({ id }) => chosen === '' || id === chosen)
  const problems = asked.map(({ role }) => creationCreditProblem(me, role, periods))
  return problems.every((problem) => problem !== undefined) ? problems[0]?.message : undefined
}

/** Says before anything is typed that the credit is not enough; the server decides in the end. */
export const CreditNotice = (props: CreditNoticeProps) => {
  const message = missingCredit(props, useWatch({ name: 'profile' }) ?? '')
  return (
    <div role="status">
      {message === undefined ? null : (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {message}
        </Alert>
      )}
    </div>
  )
}
