import { isReseller } from '../../../domain/access/permissions.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { type ShownCredit, shownCredit } from '../../../domain/users/visibility.ts'
import type { RecordOf } from '../../api/http.ts'
import styles from './CreditCell.module.css'

type Tone = ShownCredit['tone']

/** Meaning of the colours, for screen readers. */
const MEANINGS: Readonly<Record<Tone, string>> = {
  red: ', sin crédito',
  yellow: ', último crédito',
  plain: '',
}

/** A viewer's remaining or a reseller's saleable months: red for none, yellow for one. */
export const CreditCell = ({ user, withUnit = false }: { user: RecordOf<'users'>; withUnit?: boolean }) => {
  const credit = shownCredit(user)
  if (credit === undefined) return <span aria-hidden="true">—</span>
  return (
    <span
      className={styles.credit}
      data-tone={credit.tone}
      data-inline={(withUnit && credit.tone === 'plain') || undefined}
      title={isReseller(user.role) ? 'Balance de créditos' : 'Meses restantes'}
    >
      {formatCount(credit.months)}
      {withUnit ? ` ${credit.unit}` : null}
      <span className="unseen">{MEANINGS[credit.tone]}</span>
    </span>
  )
}
