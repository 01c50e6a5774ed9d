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

/** The months that a viewer has left or a reseller can sell: red without any, yellow at the last one. */
export const CreditCell = ({ user, withUnit = false }: { user: RecordOf<'users'>; withUnit?: boolean }) => {
  const credit = shownCredit(user)
  if (credit === undefined) return <span aria-hidden="true">—</span>
  return (
    <span
      className="credit"
      data-tone={credit.tone}
      title={isReseller(user.role) ? 'Balance de créditos' : 'Meses restantes'}
    >
      {formatCount(credit.months)}
      {withUnit ? ` ${credit.unit}` : null}
      <span className="unseen">{MEANINGS[credit.tone]}</span>
    </span>
  )
}
