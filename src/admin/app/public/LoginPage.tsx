import { type FormEvent, type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type Location, Navigate, useLocation, useNavigate } from 'react-router-dom'
import {
  type Credentials,
  type CredentialsErrors,
  missingCredentials,
} from '../../../domain/sign-in/sign-in.ts'
import { lazy, useFailureMessage, useRecoveries } from '../../api/connection.ts'
import { ApiError, type ResponseBody, request } from '../../api/http.ts'
import { matchRoute, pathOf } from '../../api/paths.ts'
import { endSession, type SignInState, signIn, signOut, useSignedIn } from '../../api/session.ts'
import { EyeIcon } from '../../kit/display/EyeIcon.tsx'
import { PublicField } from './PublicField.tsx'
import { Business, PublicPage } from './PublicPage.tsx'
import styles from './public.module.css'
import { redirectState } from './redirects.ts'

type SignInPage = ResponseBody<'GET /api/sign-in'>

/** What the server tells visitors; the form works without it. */
const useSignInPage = (isVisitor: boolean): SignInPage | undefined => {
  const [page, setPage] = useState<SignInPage>()
  const recoveries = useRecoveries()
  // biome-ignore lint/correctness/useExhaustiveDependencies: requests again once the server is back.
  useEffect(() => {
    if (isVisitor) request('GET /api/sign-in', { foreign: true }).then(setPage, () => undefined)
  }, [isVisitor, recoveries])
  return page
}

const EXPIRED = 'Su sesión expiró. Inicie sesión de nuevo.'

const formText = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : 'No se pudo iniciar la sesión, intente de nuevo'

const focusFirst = (form: HTMLFormElement, errors: CredentialsErrors): void => {
  const input = form.elements.namedItem(errors.name === undefined ? 'password' : 'name')
  if (input instanceof HTMLElement) input.focus()
}

const useSignInForm = () => {
  const [missing, setMissing] = useState<CredentialsErrors>()
  const [failure, setFailure] = useFailureMessage()
  const [challenge, setChallenge] = useState<ApiError>()
  const [isSending, setSending] = useState(false)
  // A ref, since state updates too late to block the second half of a double click.
  const sending = useRef(false)
  const enter = async (
    credentials: Credentials,
    onFailure?: (errors: CredentialsErrors) => void,
  ): Promise<void> => {
    if (sending.current) return
    const missingFields = missingCredentials(credentials)
    setMissing(missingFields)
    setFailure(undefined)
    if (missingFields !== undefined) return onFailure?.(missingFields)
    sending.current = true
    setSending(true)
    try {
      await signIn(credentials)
    } catch (error) {
      if (error instanceof ApiError && error.body.challenge !== undefined) return setChallenge(error)
      setFailure(errorText(error))
      onFailure?.({ password: '' })
    } finally {
      sending.current = false
      setSending(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const credentials = { name: formText(data, 'name'), password: formText(data, 'password') }
    void enter(credentials, (errors) => focusFirst(form, errors))
  }
  const errors: CredentialsErrors = failure === undefined ? (missing ?? {}) : { general: failure }
  const restart = (message?: string): void => {
    setChallenge(undefined)
    setFailure(message)
  }
  return { errors, isSending, enter, submit, challenge, restart }
}

const SecondFactorStep = lazy(() => import('./SecondFactorStep.tsx'))
const DemoLogins = lazy(() => import('./DemoLogins.tsx'))

/** Signing out navigates here, which a form with unsaved changes can block. */
const useSigningOut = ({ signOut: isLeaving, notice }: SignInState): void => {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isLeaving) return
    if (notice === undefined) void signOut()
    else endSession()
    navigate(pathOf('login'), { state: { notice }, replace: true })
  }, [isLeaving, notice, navigate])
}

/** Calls back when the page is rendered and the browser is idle, for example while the user types. */
const useWhenIdle = (callback: (() => void) | undefined): void => {
  const latest = useRef(callback)
  useEffect(() => {
    const run = () => latest.current?.()
    // Safari lacks idle callbacks.
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(run, 200)
      return () => clearTimeout(timer)
    }
    const handle = window.requestIdleCallback(run)
    return () => window.cancelIdleCallback(handle)
  }, [])
}

interface LoginPageProps {
  /** Called with the path to open after signing in, once the page is rendered. */
  onShown?: (pathname: string) => void
}

/** Sign-in page (Iniciar sesión). */
export const LoginPage = ({ onShown }: LoginPageProps) => {
  const state = signInState(useLocation())
  useWhenIdle(() => onShown?.(state.nextPathname ?? pathOf('main')))
  const signedIn = useSignedIn()
  const page = useSignInPage(!signedIn)
  const { errors, isSending, enter, submit, challenge, restart } = useSignInForm()
  useSigningOut(state)
  if (signedIn && !state.signOut)
    return <Navigate to={`${state.nextPathname ?? pathOf('main')}${state.nextSearch ?? ''}`} replace />
  if (challenge !== undefined)
    return (
      <Business value={page}>
        <Suspense fallback={<PublicPage title="Segundo factor">Cargando…</PublicPage>}>
          <SecondFactorStep error={challenge} onRestart={restart} />
        </Suspense>
      </Business>
    )
  const notice = state.notice ?? (state.expired ? EXPIRED : undefined)
  return (
    <Business value={page}>
      <PublicPage title="Iniciar sesión">
        <form noValidate onSubmit={submit} aria-busy={isSending}>
          {notice === undefined ? null : <p className={styles.notice}>{notice}</p>}
          <div role="alert">
            {errors.general === undefined ? null : <p className={styles.alert}>{errors.general}</p>}
          </div>
          <PublicField name="name" label="Usuario" autoComplete="username" error={errors.name} autoFocus />
          <PasswordField error={errors.password} isSending={isSending} />
          <button type="submit" className={styles.button} aria-disabled={isSending}>
            {isSending ? 'Entrando…' : 'Entrar'}
          </button>
        </form>
        {page?.mail ? (
          <p className={styles.help}>
            ¿Olvidó su contraseña? Escriba a{' '}
            <a href={`mailto:${page.mail.replace(/[^\w.@+-]/gu, encodeURIComponent)}`}>{page.mail}</a>
          </p>
        ) : null}
        {page?.demo ? (
          <Suspense fallback={null}>
            <DemoLogins demo={page.demo} isExpired={state.expired} isSending={isSending} onChosen={enter} />
          </Suspense>
        ) : null}
      </PublicPage>
    </Business>
  )
}

interface PasswordFieldProps {
  error: string | undefined
  isSending: boolean
}

/** The password, which a button shows until it is sent. */
const PasswordField = ({ error, isSending }: PasswordFieldProps) => {
  const [isShown, setShown] = useState(false)
  if (isSending && isShown) setShown(false)
  const toggle = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    const input = currentTarget.parentElement?.querySelector('input')
    const { selectionStart = null, selectionEnd = null } = input ?? {}
    setShown(!isShown)
    // Chromium moves the caret when it lays out the changed type.
    requestAnimationFrame(() => input?.setSelectionRange(selectionStart, selectionEnd))
  }
  return (
    <PublicField
      name="password"
      type={isShown ? 'text' : 'password'}
      label="Contraseña"
      autoComplete="current-password"
      error={error}
      end={
        <button
          type="button"
          className={styles.reveal}
          aria-label={`${isShown ? 'Ocultar' : 'Mostrar'} contraseña`}
          aria-pressed={isShown}
          // Keeps the focus where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          <EyeIcon isShown={isShown} />
        </button>
      }
    />
  )
}

interface SignedInProps {
  children: ReactNode
  /** Shown to everybody at the home path. */
  visitor: ReactNode
}

const useWasSignedIn = (signedIn: boolean): boolean => {
  const was = useRef(false)
  useEffect(() => {
    if (signedIn) was.current = true
  }, [signedIn])
  return was.current
}

/** First half of the access rule: visitors are redirected to /login and back; unknown paths to /. */
export const SignedIn = ({ children, visitor }: SignedInProps) => {
  const location = useLocation()
  const signedIn = useSignedIn()
  const expired = useWasSignedIn(signedIn) && !signedIn
  const match = matchRoute(location.pathname)
  if (match === undefined) return <Navigate to={pathOf('home')} state={redirectState('unknown')} replace />
  if (!match.route.authenticated) return visitor
  if (signedIn) return children
  return <Navigate to={pathOf('login')} state={{ ...returnTo(location), expired }} replace />
}

// The history's state is untyped: every field is checked.
const asState = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? { ...state } : {}

const signInState = (location: Location): SignInState => {
  const { nextPathname, nextSearch, expired, signOut, notice } = asState(location.state)
  return {
    ...(typeof nextPathname === 'string' && /^\/(?![/\\])/.test(nextPathname) ? { nextPathname } : {}),
    ...(typeof nextSearch === 'string' ? { nextSearch } : {}),
    ...(typeof notice === 'string' ? { notice } : {}),
    expired: expired === true,
    signOut: signOut === true,
  }
}

/** The state for returning to a location after signing in. */
const returnTo = ({ pathname, search }: Location): SignInState => ({
  nextPathname: pathname,
  nextSearch: search,
})
