import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LinkBase } from 'react-admin'
import { canOpen, profileLabel } from '../../../domain/access/permissions.ts'
import { ROUTES } from '../../../domain/access/routes.ts'
import { OBSTACLES } from '../../../domain/contents/publication-states.ts'
import { defectInSentence, shareText } from '../../../domain/contents/quality.ts'
import { LOW_BALANCE } from '../../../domain/credits/low-balance.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { entryOf, type Resource, resourceTitle } from '../../../domain/registry.ts'
import type { Defect } from '../../../domain/registry-entry.ts'
import { ISSUE_TYPE_NAMES } from '../../../domain/support/issue.ts'
import { type ResponseBody, request } from '../../api/http.ts'
import type { Me } from '../../api/me.ts'
import { formPathOf, listPathOf, pathOf } from '../../api/paths.ts'
import { isRefusedImage } from '../../api/settings.ts'
import { CreditButton } from '../../features/credits/CreditDialogProvider.tsx'
import { listUrl } from '../../kit/charts/links.ts'
import { RankBars } from '../../kit/charts/RankBars.tsx'
import { dayText, timeText } from '../../kit/display/dates.ts'
import { totalText } from '../../kit/list/total.ts'
import styles from './list-panels.module.css'
import { Figure, Figures, FRESH_FOR, type HomePanelProps, Panel } from './panel.tsx'
import { RecordText } from './RecordText.tsx'

const ROW = 44

const issuesUrl = (filter: object): string => listUrl(pathOf('issue-list'), filter)

/** High enough for a thumb. */
const VIEW_LINK = { display: 'inline-block', py: { xs: '12px', sm: '4px' } } as const

const ASSIGNEES = [
  { assignee: 'me', label: 'Míos', none: 'No tiene reportes asignados.' },
  { assignee: 'none', label: 'Sin asignar', none: 'Todos los reportes están asignados.' },
] as const

const readOpenReports = (signal: AbortSignal) =>
  Promise.all(
    ASSIGNEES.map(async (view) => {
      const filter = { status: 'false', assignee: view.assignee }
      const newest = new URLSearchParams({ ...filter, sort: 'date', order: 'desc', limit: '6' })
      const [size, reports] = await Promise.all([
        request('GET /api/issues/size', { query: new URLSearchParams(filter), signal }),
        request('GET /api/issues', { query: newest, signal }),
      ])
      return { ...view, size, reports }
    }),
  )

/** Rule R19: the newest open reports assigned to the current user, and those of nobody. */
export const OpenReportsPanel = ({ me: _, ...panel }: HomePanelProps) => {
  const query = useQuery({
    queryKey: ['issues', 'assigned'],
    queryFn: ({ signal }) => readOpenReports(signal),
    staleTime: FRESH_FOR,
  })
  return (
    <Panel
      {...panel}
      title="Reportes por atender"
      brief={(views) =>
        views.map(({ label, size }) => `${label}: ${totalText(size.count, size)}`).join(' · ')
      }
      to={pathOf('issue-list')}
      query={query}
      height={28 + 6 * ROW}
    >
      {(views) => (
        <div className={styles.columns}>
          {views.map(({ assignee, label, none, size, reports }) => (
            <div key={assignee}>
              <Typography component="h3" sx={{ fontSize: 13, fontWeight: 600 }}>
                <Link component={LinkBase} to={issuesUrl({ assignee })} sx={VIEW_LINK}>
                  {label} · {totalText(size.count, size)}
                </Link>
              </Typography>
              {reports.length === 0 ? <Typography color="text.secondary">{none}</Typography> : null}
              <ul className={styles.rows} aria-label={label}>
                {reports.map(({ _id, title, mediaId, issueType, date }) => (
                  <li key={_id}>
                    <RecordText
                      name={title}
                      detail={ISSUE_TYPE_NAMES[issueType]}
                      to={issuesUrl({ assignee, mediaId, issueType })}
                    />
                    <span className={styles.day} style={IN_TWO_LINES}>
                      {`${dayText(date)}\n${timeText(date)}`}
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
    </Panel>
  )
}

/** Open reports by type of error, and the contents with the most of them. */
export const ReportsPanel = ({ me: _, ...panel }: HomePanelProps) => {
  const query = useQuery({
    queryKey: ['issues', 'open'],
    queryFn: ({ signal }) => request('GET /api/issues/open', { signal }),
    staleTime: FRESH_FOR,
  })
  return (
    <Panel
      {...panel}
      title="Errores reportados"
      brief={({ types }) => `${formatCount(types.reduce((sum, { open }) => sum + open, 0))} por reparar`}
      to={pathOf('issue-list')}
      query={query}
      height={{ xs: 610, sm: 330 }}
    >
      {({ types, groups }) =>
        types.length === 0 ? (
          <Typography color="text.secondary">No hay errores por reparar.</Typography>
        ) : (
          <div className={styles.columns}>
            <RankBars
              title="Abiertos por tipo"
              ranks={types.map(({ issueType, open }) => ({
                id: issueType,
                name: ISSUE_TYPE_NAMES[issueType],
                value: open,
                to: issuesUrl({ issueType }),
              }))}
              format={formatCount}
            />
            <RankBars
              title="Contenidos con más reportes"
              areNames
              ranks={groups.map(({ _id, title, mediaId, issueType, open }) => ({
                id: _id,
                name: title,
                detail: ISSUE_TYPE_NAMES[issueType],
                value: open,
                to: issuesUrl({ mediaId, issueType }),
              }))}
              format={formatCount}
            />
          </div>
        )
      }
    </Panel>
  )
}

const MAX_DEFECTS = 5
const DEAD: Defect = 'dead_link'

/** The catalogue's defects, most frequent first, with links to the lists that they count. */
export const QualityPanel = ({ me: _, ...panel }: HomePanelProps) => {
  const query = useQuery({
    queryKey: ['quality'],
    queryFn: ({ signal }) => request('GET /api/quality', { signal }),
    staleTime: FRESH_FOR,
  })
  return (
    <Panel {...panel} title="Calidad del catálogo" to={pathOf('quality')} query={query} height={330}>
      {(parts) => {
        const present = parts
          .flatMap(({ resource, total, defects }) => defects.map((each) => ({ resource, total, ...each })))
          .filter(({ count }) => count > 0)
          .sort((one, other) => other.count - one.count)
        const dead = present.filter(({ defect }) => defect === DEAD)
        const ranks = (defects: typeof present, nameOf: (each: (typeof present)[number]) => string) =>
          defects.slice(0, MAX_DEFECTS).map((each) => ({
            id: `${each.resource} ${each.defect}`,
            name: nameOf(each),
            detail: `${shareText(each.count, each.total)} de ${formatCount(each.total)}`,
            value: each.count,
            approximate: each.approximate,
            to: listUrl(listPathOf(each.resource), { quality: each.defect }),
          }))
        return present.length === 0 ? (
          <Typography color="text.secondary">No falta nada.</Typography>
        ) : (
          <div className={dead.length > 0 ? styles.columns : undefined}>
            {dead.length === 0 ? null : (
              <RankBars
                title="Con un enlace caído"
                ranks={ranks(dead, ({ resource }) => resourceTitle(resource))}
                format={totalText}
              />
            )}
            <RankBars
              title="Lo que más falta"
              ranks={ranks(
                present.filter(({ defect }) => defect !== DEAD),
                ({ resource, defect }) => `${resourceTitle(resource)}: ${defectInSentence(defect)}`,
              )}
              format={totalText}
            />
          </div>
        )
      }}
    </Panel>
  )
}

const LOW = listUrl(pathOf('user-list'), { lowBalance: 'true' }, [
  ['sort', 'creditToResell'],
  ['order', 'ASC'],
])

const FIGURE_NOTE = { flex: 1, minWidth: 160, maxWidth: 300, p: '8px 10px 0', fontSize: 12.5 }

/** Rule C25: how many active resellers have a low balance, and those with the least, with a button to credit them. */
export const LowBalancePanel = ({ me, ...panel }: HomePanelProps) => {
  const query = useQuery({
    queryKey: ['users', 'low balances'],
    queryFn: ({ signal }) => request('GET /api/users/balance/low', { signal }),
    staleTime: FRESH_FOR,
  })
  return (
    <Panel
      {...panel}
      title="Balance bajo"
      brief={(low) => (low.count === 1 ? '1 agente' : `${totalText(low.count, low)} agentes`)}
      to={LOW}
      query={query}
      height={82 + 5 * ROW}
    >
      {({ count, approximate, users }) => (
        <>
          <Figures>
            <Figure
              label="Agentes"
              value={totalText(count, { approximate })}
              to={LOW}
              tone={count > 0 ? 'red' : undefined}
            />
            <Typography color="text.secondary" sx={FIGURE_NOTE}>
              Menos de {LOW_BALANCE} créditos, y vendieron este mes o el pasado.
            </Typography>
          </Figures>
          {users.length === 0 ? (
            <Typography color="text.secondary">Ningún agente vendió este mes ni el pasado.</Typography>
          ) : null}
          <ul className={styles.rows} aria-label="Agentes con menos balance">
            {users.map((user) => (
              <li key={user._id}>
                <RecordName me={me} resource="users" id={user._id} name={user.fullName} detail={user.name} />
                <span
                  className={styles.figure}
                  data-tone={user.creditToResell < LOW_BALANCE ? 'red' : undefined}
                >
                  <strong>{formatCount(user.creditToResell)}</strong>{' '}
                  <small>{user.creditToResell === 1 ? 'crédito' : 'créditos'}</small>
                </span>
                <CreditButton user={{ ...user, id: user._id }} inRow />
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

const NEWEST_USERS = listUrl(pathOf('user-list'), {}, [
  ['sort', 'dateCreate'],
  ['order', 'DESC'],
])
const NEWEST = { sort: 'dateCreate', order: 'desc', limit: '6' }

export const NewestUsersPanel = ({ me, ...panel }: HomePanelProps) => {
  const query = useQuery({
    queryKey: ['users', 'newest'],
    queryFn: ({ signal }) => request('GET /api/users', { query: new URLSearchParams(NEWEST), signal }),
    staleTime: FRESH_FOR,
  })
  return (
    <Panel {...panel} title="Últimos usuarios" to={NEWEST_USERS} query={query} height={6 * ROW}>
      {(users) =>
        users.length === 0 ? (
          <Typography color="text.secondary">Todavía no hay usuarios.</Typography>
        ) : (
          <ul className={styles.rows}>
            {users.map((user) => (
              <li key={user._id}>
                <RecordName
                  me={me}
                  resource="users"
                  id={user._id}
                  name={user.fullName}
                  detail={`${user.name} · ${profileLabel(user.profileName)}`}
                />
                <span className={styles.day}>{dayText(user.dateCreate)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Panel>
  )
}

/** Records that could not be published at their date, and the next publications (rule L5). */
export const PublicationPanel = ({ me, ...panel }: HomePanelProps) => {
  const query = useQuery({
    queryKey: ['contents', 'publications'],
    queryFn: ({ signal }) => request('GET /api/contents/publications', { signal }),
    staleTime: FRESH_FOR,
  })
  return (
    <Panel
      {...panel}
      title="Publicación"
      brief={({ blocked }) => (blocked.length === 0 ? '' : 'Hay sin publicar')}
      query={query}
      height={6 * ROW}
    >
      {({ blocked, coming }) =>
        blocked.length + coming.length === 0 ? (
          <Typography color="text.secondary">No hay fechas de publicación próximas.</Typography>
        ) : (
          <ul className={styles.rows}>
            {blocked.map(({ obstacle, ...record }) => (
              <DatedRow
                key={record._id}
                me={me}
                {...record}
                detail={
                  <>
                    <span aria-hidden>⚠</span> No se publicó: {OBSTACLES[obstacle].toLowerCase()}
                  </>
                }
              />
            ))}
            {coming.map(({ publishes, ...record }) => (
              <DatedRow
                key={record._id}
                me={me}
                {...record}
                detail={`${entryOf(record.resource).name.one} · ${publishes ? 'se publica' : 'se retira'}`}
              />
            ))}
          </ul>
        )
      }
    </Panel>
  )
}

type Coming = ResponseBody<'GET /api/contents/publications'>['coming'][number]

interface DatedRowProps extends Omit<Coming, 'publishes'> {
  me: Me
  detail: ReactNode
}

/** Leaves a phone room for the name. */
const IN_TWO_LINES = { whiteSpace: 'pre-line', textAlign: 'end' } as const

const DatedRow = ({ me, _id, resource, serieId, title, date, detail }: DatedRowProps) => (
  <li>
    <RecordName me={me} resource={resource} id={_id} parent={serieId} name={title} detail={detail} />
    <span className={styles.day} style={IN_TWO_LINES}>
      {`${dayText(date)}\n${timeText(date)}`}
    </span>
  </li>
)

export const NewestContentsPanel = ({ me, ...panel }: HomePanelProps) => {
  const query = useQuery({
    queryKey: ['contents', 'newest'],
    queryFn: ({ signal }) => request('GET /api/contents/newest', { signal }),
    staleTime: FRESH_FOR,
  })
  return (
    <Panel {...panel} title="Últimos contenidos" query={query} height={6 * ROW}>
      {(contents) =>
        contents.length === 0 ? (
          <Typography color="text.secondary">Todavía no hay contenidos.</Typography>
        ) : (
          <ul className={styles.rows}>
            {contents.map(({ _id, resource, title, year, covertImage, status, dateCreate }) => (
              <li key={_id}>
                {covertImage === '' || isRefusedImage(covertImage) ? (
                  <span className={styles.cover} />
                ) : (
                  <img
                    className={styles.cover}
                    src={covertImage}
                    alt=""
                    width={26}
                    height={36}
                    loading="lazy"
                  />
                )}
                <RecordName
                  me={me}
                  resource={resource}
                  id={_id}
                  name={year === null ? title : `${title} (${year})`}
                  detail={`${entryOf(resource).name.one}${status ? '' : ' · inactivo'}`}
                />
                <span className={styles.day}>{dayText(dateCreate)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Panel>
  )
}

interface RecordNameProps {
  me: Me
  resource: Resource
  id: string
  /** The parent record in its path, such as an episode's series. */
  parent?: string | null
  name: string
  detail: ReactNode
}

/** A record's name, linked to its form if permitted. */
export const RecordName = ({ me, resource, id, parent = null, ...text }: RecordNameProps) => {
  const form = ROUTES.find((route) => route.resource === resource && route.view === 'edit')
  const path = parent === null ? formPathOf(resource, id) : formPathOf(resource, parent, id)
  return <RecordText {...text} to={form !== undefined && canOpen(me, form) ? path : undefined} />
}
