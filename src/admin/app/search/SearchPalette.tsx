import SearchIcon from '@mui/icons-material/Search'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import LinearProgress from '@mui/material/LinearProgress'
import useMediaQuery from '@mui/material/useMediaQuery'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { LinkBase, useNavigate, useNotify, useTheme } from 'react-admin'
import { can } from '../../../domain/access/permissions.ts'
import { screensMatching } from '../../../domain/access/screens.ts'
import { fold } from '../../../domain/format/text.ts'
import type { Resource } from '../../../domain/registry.ts'
import { type OwnAction, parseCommand } from '../../../domain/search/actions.ts'
import type { SearchResult } from '../../../domain/search/search.ts'
import { DISABLE_NOTE, togglePrompt } from '../../../domain/users/visibility.ts'
import { CONNECTION_LOST, useConnection, useFailureMessage } from '../../api/connection.ts'
import { request } from '../../api/http.ts'
import { type Me, useMe } from '../../api/me.ts'
import { pathOf } from '../../api/paths.ts'
import { listQueries, queryClient } from '../../api/query-client.ts'
import { SIGNING_OUT } from '../../api/session.ts'
import { reprint } from '../../features/credits/Receipt.tsx'
import { type ProfileChoice, useProfiles } from '../../features/users/lookups.ts'
import { DemoDialog, useCreatesDemos } from '../../features/users/UserLinks.tsx'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { openJobs } from '../../kit/jobs/shown-jobs.ts'
import { recentRecords } from '../../kit/page/recent-records.ts'
import { Keys } from './Keys.tsx'
import {
  type ActionData,
  type ActionTransaction,
  type ActionUser,
  commandGroup,
  demoGroup,
  isAskedFor,
  type Option,
  type OptionGroup,
  ownGroup,
  promptGroup,
  recentGroup,
  recordActions,
  resultGroups,
  screenGroup,
} from './results.ts'
import styles from './SearchPalette.module.css'
import { closeDialogs, openHelp } from './Shortcuts.tsx'

const PHONE = '(max-width: 599.95px)'

const PAPER = {
  overflow: 'hidden',
  // The theme leaves a margin around dialogs.
  [`@media ${PHONE}`]: {
    width: '100%',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: 0,
    border: 0,
    borderRadius: 0,
  },
  '@media (min-width: 600px)': { marginTop: '9vh', maxHeight: '76vh' },
}

/** The global search, with links to its results. */
export const SearchPalette = () => {
  const { data: me } = useMe()
  const isPhone = useMediaQuery(PHONE, { noSsr: true })
  if (me === undefined) return null
  return (
    <Dialog
      open
      onClose={closeDialogs}
      fullScreen={isPhone}
      fullWidth
      maxWidth="sm"
      transitionDuration={0}
      slotProps={{ paper: { 'aria-label': 'Buscar en todo', sx: PAPER } }}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <Palette me={me} />
    </Dialog>
  )
}

/** Milliseconds without typing before the server is queried. */
const PAUSE_MS = 80
const MAX_RESULTS = '30'

/** The folded text, debounced. */
const useDebouncedText = (text: string): string => {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : paused
}

const NOTHING: readonly SearchResult[] = []

/** The results for a text; until they arrive, the previous ones, with `isCurrent` false. */
const useResults = (text: string) => {
  const queried = useDebouncedText(text)
  const query = useQuery(
    {
      // Keyed by text: a late response is never shown for another text.
      queryKey: ['search', queried],
      queryFn: ({ signal }) =>
        request('GET /api/search', {
          query: new URLSearchParams({ q: queried, limit: MAX_RESULTS }),
          signal,
        }),
      enabled: queried !== '',
      placeholderData: keepPreviousData,
      staleTime: 2_000,
      gcTime: 60_000,
    },
    queryClient,
  )
  const { data = NOTHING, isPlaceholderData, isPending, error, refetch, fetchStatus } = query
  const isCurrent = text === '' || (queried === text && !isPlaceholderData && !isPending)
  return {
    results: text === '' ? NOTHING : data,
    isCurrent,
    isPaused: fetchStatus === 'paused',
    error: queried === text ? error : null,
    retry: () => void refetch(),
  }
}

const NO_USERS: readonly ActionUser[] = []

const NO_TRANSACTIONS: readonly ActionTransaction[] = []

const NO_PROFILES: readonly ProfileChoice[] = []

const resultIds = (results: readonly SearchResult[], resource: Resource): string =>
  [...new Set(results.flatMap((each) => (each.resource === resource ? [each._id] : [])))].join()

/** Data of the users and transactions among the results on which actions depend. */
const useActionData = (
  me: Me,
  results: readonly SearchResult[],
): Omit<ActionData, 'profiles'> & { isLoaded: boolean } => {
  const userIds = resultIds(results, 'users')
  const { data: users = NO_USERS, isLoading: readsUsers } = useQuery(
    {
      queryKey: ['users', 'found', userIds],
      queryFn: ({ signal }) =>
        request('GET /api/users', { query: new URLSearchParams({ ids: userIds }), signal }),
      enabled: userIds !== '' && can(me, 'read', 'users'),
    },
    queryClient,
  )
  const transactionIds = resultIds(results, 'license_transactions')
  const { data: transactions = NO_TRANSACTIONS, isLoading: readsTransactions } = useQuery(
    {
      queryKey: ['license_transactions', 'found', transactionIds],
      queryFn: ({ signal }) =>
        request('GET /api/license_transactions', {
          query: new URLSearchParams({ ids: transactionIds }),
          signal,
        }),
      enabled: transactionIds !== '' && can(me, 'read', 'license_transactions'),
    },
    queryClient,
  )
  return { users, transactions, isLoaded: !readsUsers && !readsTransactions }
}

const resultKey = ({ resource, _id }: SearchResult): string => `${resource}-${_id}`

/**
 * The palette's groups: recent records and menus, or the results for a text. Actions are those of the last highlighted
 * result, or of the first one.
 */
const useGroups = (me: Me, text: string, highlighted: string | undefined) => {
  const command = useMemo(() => parseCommand(text), [text])
  const whole = useResults(text)
  const named = useResults(command?.name ?? '')
  const actionData = useActionData(
    me,
    command === undefined ? whole.results : [...named.results, ...whole.results],
  )
  const { data: profiles = NO_PROFILES } = useProfiles()
  const [recent] = useState(recentRecords)
  const { users, transactions } = actionData
  const subject = whole.results.find((result) => resultKey(result) === highlighted) ?? whole.results[0]
  const isDark = useTheme()[0] === 'dark'
  const createsDemos = useCreatesDemos()
  const [groups, actionKey] = useMemo((): [OptionGroup[], string?] => {
    if (text === '') return [[...recentGroup(me, recent), ...screenGroup(screensMatching(me, ''))]]
    const all = { users, transactions, profiles }
    const commanded = command === undefined ? [] : commandGroup(me, named.results, all, command)
    const shown = commanded.flatMap(({ options }) => options.map(({ key }) => key))
    const actions = (subject === undefined ? [] : recordActions(me, subject, all)).filter(
      ({ key }) => !shown.includes(key),
    )
    const screens = screensMatching(me, text)
    const offered = [
      ...commanded,
      ...(createsDemos ? demoGroup(text) : []),
      ...screenGroup(screens.filter((screen) => isAskedFor(screen, text))),
      ...resultGroups(me, whole.results, text),
      ...(actions.length === 0 ? [] : [{ label: `Acciones: ${subject?.title}`, options: actions }]),
      ...ownGroup(text, isDark),
      ...screenGroup(screens.filter((screen) => !isAskedFor(screen, text))),
      ...(command?.name === '' ? promptGroup(me, command) : []),
    ]
    return [offered, actions[0]?.key]
  }, [
    me,
    text,
    command,
    named.results,
    whole.results,
    subject,
    users,
    transactions,
    profiles,
    recent,
    isDark,
    createsDemos,
  ])
  return {
    groups,
    actionKey,
    subjectKey: subject && resultKey(subject),
    isFound: (key: string) => whole.results.some((result) => resultKey(result) === key),
    // The actions for a result depend on more than its name.
    isCurrent: whole.isCurrent && named.isCurrent && (command === undefined || actionData.isLoaded),
    isPaused: whole.isPaused || named.isPaused,
    error: whole.error ?? named.error,
    retry: () => {
      whole.retry()
      if (command !== undefined) named.retry()
    },
  }
}

const MOVES: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  PageDown: (index, count) => Math.min(index + 8, count - 1),
  PageUp: (index) => Math.max(index - 8, 0),
}

const countText = (count: number): string =>
  count === 0 ? 'Sin resultados' : count === 1 ? '1 resultado' : `${count} resultados`

const Palette = ({ me }: { me: Me }) => {
  const id = useId()
  const [typed, setTyped] = useState('')
  const text = fold(typed)
  // Keeps a result's actions while one of them is highlighted.
  const [highlighted, setHighlighted] = useState<string>()
  const { groups, actionKey, subjectKey, isFound, isCurrent, isPaused, error, retry } = useGroups(
    me,
    text,
    highlighted,
  )
  const [failure, setFailure] = useFailureMessage()
  const [toggled, setToggled] = useState<ActionUser>()
  const [isNewDemo, setNewDemo] = useState(false)
  const connection = useConnection()
  const options = groups.flatMap((group) => group.options)
  // By key, so that the choice survives insertions and moves.
  const [chosen, setChosen] = useState<string>()
  const index = Math.max(
    options.findIndex(({ key }) => key === chosen),
    0,
  )
  const active = options[index]
  const choose = (key: string | undefined): void => {
    setChosen(key)
    if (key !== undefined && isFound(key)) setHighlighted(key)
  }
  const listbox = useRef<HTMLDivElement>(null)
  const optionId = (key: string) => `${id}-${key}`

  const box = useRef<HTMLInputElement>(null)
  const type = (next: string): void => {
    setTyped(next)
    setChosen(undefined)
    setHighlighted(undefined)
    setWaiting(false)
    setFailure(undefined)
    box.current?.focus()
  }

  const open = (key: string): void => document.getElementById(optionId(key))?.click()

  // Enter may precede the response: opens the first result once it arrives.
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!isWaiting || !isCurrent) return
    setWaiting(false)
    if (active !== undefined) document.getElementById(`${id}-${active.key}`)?.click()
  }, [isWaiting, isCurrent, active, id])

  const activeKey = active?.key
  useEffect(() => {
    if (activeKey !== undefined)
      document.getElementById(`${id}-${activeKey}`)?.scrollIntoView({ block: 'nearest' })
  }, [activeKey, id])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const move = MOVES[event.key]
    if (move !== undefined && options.length > 0) {
      event.preventDefault()
      choose(options[move(index, options.length)]?.key)
    }
    const isAtEnd = box.current?.selectionStart === typed.length
    if (event.key === 'ArrowRight' && isAtEnd && actionKey !== undefined && active?.key === subjectKey) {
      event.preventDefault()
      choose(actionKey)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (isCurrent || chosen !== undefined) {
      if (active !== undefined) open(active.key)
    } else setWaiting(true)
  }

  const isLost = connection === 'down' || isPaused
  const status = !isCurrent || error || isLost || text === '' ? '' : countText(options.length)
  return (
    <>
      <div className={styles.field}>
        <SearchIcon aria-hidden />
        <input
          // The dialog is opened to type into it.
          // biome-ignore lint/a11y/noAutofocus: see above.
          autoFocus
          ref={box}
          role="combobox"
          type="text"
          enterKeyHint="go"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder="Buscar usuarios, contenidos, canales…"
          aria-label="Buscar en todo"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active === undefined ? undefined : optionId(active.key)}
          value={typed}
          onChange={({ target }) => {
            type(target.value)
          }}
          onKeyDown={onKeyDown}
        />
        <Button onClick={closeDialogs}>Cerrar</Button>
      </div>
      <div className={styles.progress}>
        {isCurrent || isLost || error ? null : <LinearProgress aria-label="Buscando" />}
      </div>
      <span role="status" className="unseen">
        {status}
      </span>
      {isLost ? (
        <Alert severity="warning">{CONNECTION_LOST}</Alert>
      ) : error ? (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={retry}>
              Intentar de nuevo
            </Button>
          }
        >
          {error.message}
        </Alert>
      ) : null}
      {failure === undefined ? null : <Alert severity="error">{failure}</Alert>}
      {options.length === 0 && isCurrent && !error && !isLost ? (
        <p className={styles.empty}>Nada coincide con «{typed.trim()}». Pruebe con otro texto.</p>
      ) : null}
      <div
        ref={listbox}
        id={`${id}-list`}
        role="listbox"
        aria-label="Resultados"
        aria-busy={!isCurrent}
        className={styles.list}
      >
        {groups.map(({ label, options: groupOptions }) => (
          // Labels may repeat: screens are above and below the results.
          // biome-ignore lint/a11y/useSemanticElements: a group of options.
          <div key={groupOptions[0]?.key} role="group" aria-label={label}>
            <div className={styles.group} aria-hidden>
              {label}
            </div>
            {groupOptions.map((option) => (
              <Line
                key={option.key}
                id={optionId(option.key)}
                option={option}
                isActive={option.key === active?.key}
                onFailure={setFailure}
                onToggle={setToggled}
                onNewDemo={() => setNewDemo(true)}
                onType={type}
              />
            ))}
          </div>
        ))}
      </div>
      {toggled === undefined ? null : <UserToggle user={toggled} onClose={() => setToggled(undefined)} />}
      {isNewDemo ? (
        <Suspense fallback={null}>
          <DemoDialog open onClose={closeDialogs} onExited={closeDialogs} />
        </Suspense>
      ) : null}
      <div className={styles.help} aria-hidden>
        <span>
          <Keys keys={['↑', '↓']} /> elegir
        </span>
        <span>
          <Keys keys={['→']} /> acciones
        </span>
        <span>
          <Keys keys={['Entrar']} /> abrir
        </span>
        <span>
          <Keys keys={['Esc']} /> cerrar
        </span>
      </div>
    </>
  )
}

interface LineProps {
  id: string
  option: Option
  isActive: boolean
  onFailure: (message: string) => void
  onToggle: (user: ActionUser) => void
  onNewDemo: () => void
  onType: (text: string) => void
}

/** Runs an action on the current user's session or preferences. */
const useOwnAction = (): ((own: OwnAction) => void) => {
  const navigate = useNavigate()
  const [, setTheme] = useTheme()
  return (own) => {
    closeDialogs()
    if (own === 'help') openHelp()
    else if (own === 'jobs') openJobs()
    else if (own === 'signOut') navigate(pathOf('login'), { state: SIGNING_OUT })
    else setTheme(own)
  }
}

const Line = ({ id, option, isActive, onFailure, onToggle, onNewDemo, onType }: LineProps) => {
  const doOwn = useOwnAction()
  const { label, detail, to } = option
  const navigate = useNavigate()
  const all = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className: isActive ? `${styles.option} ${styles.active}` : styles.option,
    children: (
      <>
        <span className={styles.label}>{label}</span>
        {detail === '' ? null : <span className={styles.detail}>{detail}</span>}
      </>
    ),
  }
  if (typeof to === 'string') return <LinkBase {...all} to={to} onClick={closeDialogs} />
  const openEpisode = async (episode: string): Promise<void> => {
    try {
      const { serieId } = await request('GET /api/series/episode/:id', { params: { id: episode } })
      closeDialogs()
      navigate(pathOf('episode-edit', serieId, episode))
    } catch (error) {
      onFailure(error instanceof Error ? error.message : 'No se pudo abrir el episodio.')
    }
  }
  const press = (): void => {
    if ('episode' in to) void openEpisode(to.episode)
    else if ('toggle' in to) onToggle(to.toggle)
    else if ('creates' in to) onNewDemo()
    else if ('typed' in to) onType(to.typed)
    else if ('own' in to) doOwn(to.own)
    else {
      closeDialogs()
      // Deferred, since an Enter pressed before the response arrives in an effect, where `flushSync` can't render the
      // receipt.
      setTimeout(() => reprint(to.reprint))
    }
  }
  return <button type="button" {...all} onClick={press} />
}

interface UserToggleProps {
  user: ActionUser
  onClose: () => void
}

/** Enables or disables a user after confirmation, and reports the result. */
const UserToggle = ({ user, onClose }: UserToggleProps) => {
  const notify = useNotify()
  const [isBusy, setBusy] = useState(false)
  const isEnabled = user.status === 'enable'
  const toggle = async (): Promise<void> => {
    setBusy(true)
    try {
      await request('PUT /api/users/:id', {
        params: { id: user._id },
        body: { status: isEnabled ? 'disable' : 'enable' },
      })
      void queryClient.invalidateQueries(listQueries('users'))
      notify(`${user.fullName}: usuario ${isEnabled ? 'desactivado' : 'activado'}.`, { type: 'success' })
      closeDialogs()
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
      onClose()
    }
  }
  return (
    <ConfirmDialog
      open
      title={togglePrompt(user)}
      confirmLabel={isEnabled ? 'Desactivar' : 'Activar'}
      danger={isEnabled}
      busy={isBusy}
      onConfirm={toggle}
      onClose={onClose}
    >
      {isEnabled ? DISABLE_NOTE : null}
    </ConfirmDialog>
  )
}
