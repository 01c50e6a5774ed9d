import { useId } from 'react'
import { demoResetText } from '../../../domain/sign-in/demo-reset.ts'
import type { Credentials } from '../../../domain/sign-in/sign-in.ts'
import type { ResponseBody } from '../../api/http.ts'
import styles from './DemoLogins.module.css'
import shared from './public.module.css'

interface DemoLoginsProps {
  demo: NonNullable<ResponseBody<'GET /api/sign-in'>['demo']>
  /** The session expired. */
  isExpired: boolean | undefined
  isSending: boolean
  onChosen: (credentials: Credentials) => void
}

/** The logins of a demo: one click signs in. */
const DemoLogins = ({ demo, isExpired, isSending, onChosen }: DemoLoginsProps) => {
  const heading = useId()
  const { logins, password, dateBegin, dateReset, timeZone } = demo
  const hasBegunAgain = isExpired && Date.parse(dateBegin) > performance.timeOrigin
  return (
    <section className={styles.demo} aria-labelledby={heading}>
      {hasBegunAgain ? <p className={shared.notice}>La demostración empezó de nuevo.</p> : null}
      <h2 id={heading}>Demostración: entre con un clic</h2>
      <ul>
        {logins.map(({ name, role, purpose }) => (
          <li key={name}>
            <button type="button" aria-disabled={isSending} onClick={() => onChosen({ name, password })}>
              <span>
                <b>{role}:</b> {purpose}
              </span>
              <code>{name}</code>
            </button>
          </li>
        ))}
      </ul>
      <p>
        La contraseña de todos es <code>{password}</code>.
        {dateReset === null ? null : ` ${demoResetText(dateReset, timeZone, new Date())}`}
      </p>
    </section>
  )
}

export default DemoLogins
