import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { FACTOR_CODES, FACTOR_MESSAGES } from '../../../domain/sign-in/factor.ts'
import type { Enrolment } from '../../../domain/sign-in/factor-endpoints.ts'
import { ApiError, ask, keepToken } from '../../api/http.ts'
import { askPasskey, createPasskey, failureOf, hasPasskeys } from '../../features/security/passkeys.ts'
import { RecoveryCodes } from '../../features/security/RecoveryCodes.tsx'
import { SeedPanel } from '../../features/security/SeedPanel.tsx'
import { PublicField } from './PublicField.tsx'
import { PublicPage } from './PublicPage.tsx'
import './SecondFactorStep.css'

interface StepProps {
  challenge: string
  /** Back to name and password, with the reason if the challenge is over. */
  onRestart: (message?: string) => void
}

/** The second step of a sign-in: answers with a factor, or enrols the one that the profile demands (rules P11, P15). */
const SecondFactorStep = ({ answer, onRestart }: { answer: ApiError; onRestart: StepProps['onRestart'] }) => {
  const { code, challenge = '' } = answer.body
  const isEnrolment = code === FACTOR_CODES.enrol
  const Step = isEnrolment ? EnrolStep : AnswerStep
  return (
    <PublicPage title={isEnrolment ? 'Configure su segundo factor' : 'Segundo factor'}>
      <Step challenge={challenge} onRestart={onRestart} />
    </PublicPage>
  )
}

export default SecondFactorStep

/** Runs one request at a time; a challenge that is over leads back to the password. */
const useStep = ({ onRestart }: StepProps) => {
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const busy = useRef(false)
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError && error.body.code === FACTOR_CODES.over) return onRestart(error.message)
      setFailure(failureOf(error))
    } finally {
      busy.current = false
      setBusy(false)
    }
  }
  return { failure, isBusy, run, setFailure }
}

const textOf = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value.trim() : ''
}

const AnswerStep = (props: StepProps) => {
  const { challenge, onRestart } = props
  const { failure, isBusy, run, setFailure } = useStep(props)
  const [kinds, setKinds] = useState<readonly string[]>()
  const [isRecovering, setRecovering] = useState(false)
  const askWays = () => ask('POST /auth/second-factor/options', { body: { challenge }, foreign: true })
  const latest = useRef({ askWays, run })
  useEffect(() => {
    void latest.current.run(async () => {
      const ways = await latest.current.askWays()
      const usable = ways.kinds.filter(
        (kind) => kind !== 'passkey' || (ways.passkey !== null && hasPasskeys()),
      )
      setKinds(usable)
      setRecovering(usable.length === 0)
    })
  }, [])
  const field = isRecovering ? 'recoveryCode' : 'code'
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = textOf(form, field)
    if (typed === '') setFailure(FACTOR_MESSAGES[field])
    else
      void run(async () => {
        try {
          const body = isRecovering ? { challenge, recoveryCode: typed } : { challenge, code: typed }
          keepToken((await ask('POST /auth/second-factor', { body, foreign: true })).token)
        } finally {
          const input = form.elements.namedItem(field)
          if (input instanceof HTMLInputElement) input.select()
        }
      })
  }
  const answerByPasskey = () =>
    run(async () => {
      // New options for each try: none is signed twice.
      const { passkey } = await askWays()
      if (passkey === null) return
      const assertion = await askPasskey(passkey)
      const body = { challenge, assertion }
      keepToken((await ask('POST /auth/second-factor', { body, foreign: true })).token)
    })
  if (kinds === undefined && failure === undefined) return <p className="public-text">Cargando…</p>
  const hasCode = isRecovering || (kinds ?? ['totp']).includes('totp')
  return (
    <>
      <Failure>{failure}</Failure>
      {kinds?.includes('passkey') && !isRecovering ? (
        <button type="button" className="public-button" aria-disabled={isBusy} onClick={answerByPasskey}>
          Usar la llave de acceso
        </button>
      ) : null}
      {hasCode ? (
        <form noValidate onSubmit={submit} aria-busy={isBusy} className="step-form">
          {isRecovering ? (
            <PublicField
              key="recoveryCode"
              name="recoveryCode"
              label="Código de recuperación"
              error={undefined}
              autoComplete="off"
              autoFocus
            />
          ) : (
            <PublicField
              key="code"
              name="code"
              label="Código de la aplicación"
              error={undefined}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={7}
              autoFocus
            />
          )}
          <button type="submit" className="public-button" aria-disabled={isBusy}>
            {isBusy ? 'Entrando…' : 'Entrar'}
          </button>
        </form>
      ) : null}
      <div className="step-links">
        {kinds?.length === 0 ? null : (
          <button
            type="button"
            onClick={() => {
              setFailure(undefined)
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
    </>
  )
}

const EnrolStep = (props: StepProps) => {
  const { challenge, onRestart } = props
  const { failure, isBusy, run, setFailure } = useStep(props)
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [entered, setEntered] = useState<{ token: string; recoveryCodes: string[] }>()
  const begin = (kind: 'totp' | 'passkey') =>
    ask('POST /auth/second-factor/enrol', { body: { challenge, kind }, foreign: true })
  const latest = useRef({ begin, run })
  useEffect(() => {
    void latest.current.run(async () => setEnrolment(await latest.current.begin('totp')))
  }, [])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const code = textOf(form, 'code')
    if (code === '') setFailure(FACTOR_MESSAGES.code)
    else
      void run(async () => {
        const body = { challenge, code }
        setEntered(await ask('POST /auth/second-factor/enrol/verify', { body, foreign: true }))
      })
  }
  const addPasskey = () =>
    run(async () => {
      const { options } = await begin('passkey')
      if (options === undefined) return
      const body = { challenge, attestation: await createPasskey(options) }
      setEntered(await ask('POST /auth/second-factor/enrol/verify', { body, foreign: true }))
    })
  if (entered !== undefined)
    return <SaveCodes codes={entered.recoveryCodes} onDone={() => keepToken(entered.token)} />
  return (
    <>
      <p className="public-text">{FACTOR_MESSAGES.enrol}</p>
      <Failure>{failure}</Failure>
      {enrolment?.url === undefined || enrolment.secret === undefined ? null : (
        <form noValidate onSubmit={submit} aria-busy={isBusy} className="step-form">
          <SeedPanel url={enrolment.url} secret={enrolment.secret} />
          <PublicField
            name="code"
            label="Código de la aplicación"
            error={undefined}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={7}
          />
          <button type="submit" className="public-button" aria-disabled={isBusy}>
            Continuar
          </button>
        </form>
      )}
      <div className="step-links">
        {hasPasskeys() ? (
          <button type="button" onClick={addPasskey}>
            Usar una llave de acceso
          </button>
        ) : null}
        <button type="button" onClick={() => onRestart()}>
          Volver
        </button>
      </div>
    </>
  )
}

/** The session begins once the codes are saved, as they are not shown again. */
const SaveCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const [isSaved, setSaved] = useState(false)
  return (
    <>
      <RecoveryCodes codes={codes} />
      <label className="step-check">
        <input type="checkbox" checked={isSaved} onChange={({ target }) => setSaved(target.checked)} />
        Guardé mis códigos de recuperación
      </label>
      <button type="button" className="public-button" disabled={!isSaved} onClick={onDone}>
        Entrar
      </button>
    </>
  )
}

const Failure = ({ children }: { children: ReactNode }) => (
  <div role="alert">{children === undefined ? null : <p className="public-alert">{children}</p>}</div>
)
