import { type FormEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type Location, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { type CredentialsErrors, missingCredentials } from '../../../domain/sign-in/sign-in.ts'
import { lazy, useFailureMessage } from '../../api/connection.ts'
import { ApiError } from '../../api/http.ts'
import { matchRoute, pathOf } from '../../api/paths.ts'
import { endSession, type SignInState, signIn, signOut, useSignedIn } from '../../api/session.ts'
import { PublicField } from './PublicField.tsx'
import { PublicPage } from './PublicPage.tsx'
import styles from './public.module.css'
import { redirectState } from './redirects.ts'

const signInNotice = ({ expired, passwordChanged }: SignInState): string | undefined => {
  if (passwordChanged) return 'Su contraseña fue cambiada. Inicie sesión de nuevo.'
  return expired ? 'Su sesión expiró. Inicie sesión de nuevo.' : undefined
}

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
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (sending.current) return
    const form = event.currentTarget
    const data = new FormData(form)
    const credentials = { name: formText(data, 'name'), password: formText(data, 'password') }
    const missingFields = missingCredentials(credentials)
    setMissing(missingFields)
    setFailure(undefined)
    if (missingFields !== undefined) return focusFirst(form, missingFields)
    sending.current = true
    setSending(true)
    try {
      await signIn(credentials)
    } catch (error) {
      if (error instanceof ApiError && error.body.challenge !== undefined) return setChallenge(error)
      setFailure(errorText(error))
      focusFirst(form, { password: '' })
    } finally {
      sending.current = false
      setSending(false)
    }
  }
  const errors: CredentialsErrors = failure === undefined ? (missing ?? {}) : { general: failure }
  const restart = (message?: string): void => {
    setChallenge(undefined)
    setFailure(message)
  }
  return { errors, isSending, submit, challenge, restart }
}

const SecondFactorStep = lazy(() => import('./SecondFactorStep.tsx'))

/** Signing out navigates here, which a form with unsaved changes can block. */
const useSigningOut = (state: SignInState): void => {
  const isLeaving = state.signOut === true
  const passwordChanged = state.passwordChanged === true
  const navigate = useNavigate()
  useEffect(() => {
    if (!isLeaving) return
    // A password change has already ended every session on the server.
    if (passwordChanged) endSession()
    else void signOut()
    navigate(pathOf('login'), { state: { passwordChanged }, replace: true })
  }, [isLeaving, passwordChanged, navigate])
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
  const { errors, isSending, submit, challenge, restart } = useSignInForm()
  useSigningOut(state)
  if (signedIn && !state.signOut)
    return <Navigate to={`${state.nextPathname ?? pathOf('main')}${state.nextSearch ?? ''}`} replace />
  if (challenge !== undefined)
    return (
      <Suspense fallback={<PublicPage title="Segundo factor">Cargando…</PublicPage>}>
        <SecondFactorStep error={challenge} onRestart={restart} />
      </Suspense>
    )
  const notice = signInNotice(state)
  return (
    <PublicPage title="Iniciar sesión">
      <form noValidate onSubmit={submit} aria-busy={isSending}>
        {notice === undefined ? null : <p className={styles.notice}>{notice}</p>}
        <div role="alert">
          {errors.general === undefined ? null : <p className={styles.alert}>{errors.general}</p>}
        </div>
        <PublicField name="name" label="Usuario" autoComplete="username" error={errors.name} autoFocus />
        <PublicField
          name="password"
          type="password"
          label="Contraseña"
          autoComplete="current-password"
          error={errors.password}
        />
        <button type="submit" className={styles.button} aria-disabled={isSending}>
          {isSending ? 'Entrando…' : 'Entrar'}
        </button>
      </form>
    </PublicPage>
  )
}

interface SignedInProps {
  children: ReactNode
  /** Shown to visitors at the home path. */
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
  if (signedIn) return children
  if (!match.route.authenticated) return visitor
  return <Navigate to={pathOf('login')} state={{ ...returnTo(location), expired }} replace />
}

// The history's state is untyped: every field is checked.
const asState = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? { ...state } : {}

const signInState = (location: Location): SignInState => {
  const { nextPathname, nextSearch, expired, signOut, passwordChanged } = asState(location.state)
  return {
    ...(typeof nextPathname === 'string' && /^\/(?![/\\])/.test(nextPathname) ? { nextPathname } : {}),
    ...(typeof nextSearch === 'string' ? { nextSearch } : {}),
    expired: expired === true,
    signOut: signOut === true,
    passwordChanged: passwordChanged === true,
  }
}

/** The state for returning to a location after signing in. */
const returnTo = ({ pathname, search }: Location): SignInState => ({
  nextPathname: pathname,
  nextSearch: search,
})
