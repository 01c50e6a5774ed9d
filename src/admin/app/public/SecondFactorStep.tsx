import { type FormEvent, useEffect, useRef, useState } from 'react'
import { FACTOR_CODES, FACTOR_MESSAGES } from '../../../domain/sign-in/factor.ts'
import { ApiError, type ResponseBody, request, storeToken } from '../../api/http.ts'
import {
  createPasskey,
  failureText,
  hasPasskeys,
  requestAssertion,
} from '../../features/security/passkeys.ts'
import { RecoveryCodes } from '../../features/security/RecoveryCodes.tsx'
import { SeedPanel } from '../../features/security/SeedPanel.tsx'
import { PublicField } from './PublicField.tsx'
import { PublicPage } from './PublicPage.tsx'
import shared from './public.module.css'
import styles from './SecondFactorStep.module.css'

interface StepProps {
  challenge: string
  /** Returns to name and password, with a message if the challenge has expired. */
  onRestart: (message?: string) => void
}

/** The second step of a sign-in: verifies a factor, or enrols the one that the profile requires (rules P11, P15). */
const SecondFactorStep = ({ error, onRestart }: { error: ApiError; onRestart: StepProps['onRestart'] }) => {
  const { code, challenge = '' } = error.body
  const Step = code === FACTOR_CODES.enrol ? EnrolStep : VerifyStep
  return <Step challenge={challenge} onRestart={onRestart} />
}

export default SecondFactorStep

interface Failure {
  message: string
  /** The error concerns the typed text: shown at the input, which gets the focus. */
  isTyped: boolean
}

/** Runs one request at a time; an expired challenge returns to the password. */
const useStep = ({ onRestart }: StepProps) => {
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setBusy] = useState(false)
  const busy = useRef(false)
  const run = async (work: () => Promise<void>, input?: HTMLInputElement): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError && error.body.code === FACTOR_CODES.over) return onRestart(error.message)
      setFailure({ message: failureText(error), isTyped: input !== undefined })
      input?.select()
    } finally {
      busy.current = false
      setBusy(false)
    }
  }
  /** Submits what was typed into the form's only input. */
  const submit =
    (missing: string, send: (typed: string) => Promise<void>) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      const input = event.currentTarget.querySelector('input')
      if (input === null) return
      const typed = input.value.trim()
      input.focus()
      if (typed === '') setFailure({ message: missing, isTyped: true })
      else void run(() => send(typed), input)
    }
  return { failure, isBusy, run, submit, clear: () => setFailure(undefined) }
}

const typedError = (failure: Failure | undefined): string | undefined =>
  failure?.isTyped ? failure.message : undefined

const Alert = ({ failure }: { failure: Failure | undefined }) =>
  failure === undefined || failure.isTyped ? null : (
    <p role="alert" className={shared.alert}>
      {failure.message}
    </p>
  )

const CodeField = ({ failure, autoFocus = false }: { failure: Failure | undefined; autoFocus?: boolean }) => (
  <PublicField
    name="code"
    label="Código de la aplicación"
    error={typedError(failure)}
    isAlert
    autoComplete="one-time-code"
    inputMode="numeric"
    maxLength={7}
    autoFocus={autoFocus}
  />
)

const VerifyStep = (props: StepProps) => {
  const { challenge, onRestart } = props
  const { failure, isBusy, run, submit, clear } = useStep(props)
  const [kinds, setKinds] = useState<readonly string[]>()
  const [isRecovering, setRecovering] = useState(false)
  const requestWays = () =>
    request('POST /auth/second-factor/options', { body: { challenge }, foreign: true })
  const latest = useRef({ requestWays, run })
  useEffect(() => {
    void latest.current.run(async () => {
      const ways = await latest.current.requestWays()
      const usable = ways.kinds.filter(
        (kind) => kind !== 'passkey' || (ways.passkey !== null && hasPasskeys()),
      )
      setKinds(usable)
      setRecovering(usable.length === 0)
    })
  }, [])
  const enter = async (factor: { code: string } | { recoveryCode: string }): Promise<void> => {
    const { token } = await request('POST /auth/second-factor', {
      body: { challenge, ...factor },
      foreign: true,
    })
    storeToken(token)
  }
  const verifyByPasskey = () =>
    run(async () => {
      // New options for each attempt, since a challenge is only signed once.
      const { passkey } = await requestWays()
      if (passkey === null) return
      const assertion = await requestAssertion(passkey)
      const body = { challenge, assertion }
      storeToken((await request('POST /auth/second-factor', { body, foreign: true })).token)
    })
  const hasCode = (kinds ?? ['totp']).includes('totp')
  useFocusedHeading(!hasCode && !isRecovering)
  if (kinds === undefined && failure === undefined)
    return (
      <PublicPage title="Segundo factor">
        <p className={shared.text}>Cargando…</p>
      </PublicPage>
    )
  return (
    <PublicPage title="Segundo factor">
      <Alert failure={failure} />
      {isRecovering ? (
        <form
          key="recovery"
          noValidate
          onSubmit={submit(FACTOR_MESSAGES.recoveryCode, (recoveryCode) => enter({ recoveryCode }))}
          aria-busy={isBusy}
        >
          <PublicField
            name="recoveryCode"
            label="Código de recuperación"
            error={typedError(failure)}
            isAlert
            autoComplete="off"
            autoFocus
          />
          <EnterButton isBusy={isBusy} />
        </form>
      ) : null}
      {hasCode && !isRecovering ? (
        <form
          key="code"
          noValidate
          onSubmit={submit(FACTOR_MESSAGES.code, (code) => enter({ code }))}
          aria-busy={isBusy}
        >
          <CodeField failure={failure} autoFocus />
          <EnterButton isBusy={isBusy} />
        </form>
      ) : null}
      {kinds?.includes('passkey') && !isRecovering ? (
        <button
          type="button"
          className={hasCode ? `${shared.button} ${styles.other}` : shared.button}
          aria-disabled={isBusy}
          onClick={verifyByPasskey}
        >
          Usar la llave de acceso
        </button>
      ) : null}
      <div className={styles.links}>
        {kinds?.length === 0 ? null : (
          <button
            type="button"
            onClick={() => {
              clear()
              setRecovering(!isRecovering)
            }}
          >
            {isRecovering ? 'Usar el segundo factor' : 'Usar un código de recuperación'}
          </button>
        )}
        <button type="button" onClick={() => onRestart()}>
          Volver
        </button>
      </div>
    </PublicPage>
  )
}

const EnterButton = ({ isBusy }: { isBusy: boolean }) => (
  <button type="submit" className={shared.button} aria-disabled={isBusy}>
    {isBusy ? 'Entrando…' : 'Entrar'}
  </button>
)

/** For steps that do not begin with an input. */
const useFocusedHeading = (isWanted = true) =>
  useEffect(() => {
    if (isWanted) document.querySelector('h1')?.focus()
  }, [isWanted])

const EnrolStep = (props: StepProps) => {
  const { challenge, onRestart } = props
  const { failure, isBusy, run, submit } = useStep(props)
  const [enrolment, setEnrolment] = useState<ResponseBody<'POST /auth/second-factor/enrol'>>()
  const [entered, setEntered] = useState<{ token: string; recoveryCodes: string[] }>()
  const begin = (kind: 'totp' | 'passkey') =>
    request('POST /auth/second-factor/enrol', { body: { challenge, kind }, foreign: true })
  const latest = useRef({ begin, run })
  useEffect(() => {
    void latest.current.run(async () => setEnrolment(await latest.current.begin('totp')))
  }, [])
  useFocusedHeading()
  const verify = async (code: string): Promise<void> => {
    const body = { challenge, code }
    setEntered(await request('POST /auth/second-factor/enrol/verify', { body, foreign: true }))
  }
  const addPasskey = () =>
    run(async () => {
      const { options } = await begin('passkey')
      if (options === undefined) return
      const body = { challenge, attestation: await createPasskey(options) }
      setEntered(await request('POST /auth/second-factor/enrol/verify', { body, foreign: true }))
    })
  if (entered !== undefined)
    return <SaveCodes codes={entered.recoveryCodes} onDone={() => storeToken(entered.token)} />
  return (
    <PublicPage title="Configure su segundo factor" isWide={enrolment !== undefined}>
      <Alert failure={failure} />
      <p className={styles.text}>{FACTOR_MESSAGES.enrol}</p>
      {enrolment?.url === undefined || enrolment.secret === undefined ? null : (
        <form noValidate onSubmit={submit(FACTOR_MESSAGES.code, verify)} aria-busy={isBusy}>
          <SeedPanel url={enrolment.url} secret={enrolment.secret} />
          <CodeField failure={failure} />
          <button type="submit" className={shared.button} aria-disabled={isBusy}>
            Continuar
          </button>
        </form>
      )}
      <div className={styles.links}>
        {enrolment?.offersPasskeys && hasPasskeys() ? (
          <button type="button" onClick={addPasskey}>
            Usar una llave de acceso
          </button>
        ) : null}
        <button type="button" onClick={() => onRestart()}>
          Volver
        </button>
      </div>
    </PublicPage>
  )
}

/** The session begins once the codes are saved, as they are not shown again. */
const SaveCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const [isSaved, setSaved] = useState(false)
  useFocusedHeading()
  return (
    <PublicPage title="Códigos de recuperación" isWide>
      <RecoveryCodes codes={codes} />
      <label className={styles.check}>
        <input type="checkbox" checked={isSaved} onChange={({ target }) => setSaved(target.checked)} />
        Guardé mis códigos de recuperación
      </label>
      <button type="button" className={shared.button} disabled={!isSaved} onClick={onDone}>
        Entrar
      </button>
    </PublicPage>
  )
}
