import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { LinkBase } from 'react-admin'
import type { LinkedResource } from '../../../domain/contents/link-verdict.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { type LinkHost, MAX_HOSTS } from '../../../domain/links/link-health.ts'
import { entryOf } from '../../../domain/registry.ts'
import { lazy } from '../../api/connection.ts'
import { request } from '../../api/http.ts'
import { canAccess, useCachedMe } from '../../api/me.ts'
import { listPathOf } from '../../api/paths.ts'
import { listUrl } from '../../kit/charts/links.ts'
import { dayText } from '../../kit/display/dates.ts'
import { Loading } from '../../kit/page/Page.tsx'
import { RetryAlert } from '../../kit/page/RetryAlert.tsx'
import { QualityCard } from './QualityCard.tsx'

const ReplaceDialog = lazy(async () => ({
  default: (await import('../links/ReplaceDialog.tsx')).ReplaceDialog,
}))

/** Hosts shown before 'Ver todos'. */
const FIRST = 10

/** 'Enlaces por dominio': the hosts of the catalogue's links, and the replacement of one in all records (rule L29). */
export const LinkHosts = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['links', 'hosts'],
    queryFn: ({ signal }) => request('GET /api/links/hosts', { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const [replaced, setReplaced] = useState<LinkHost>()
  const [isWhole, setWhole] = useState(false)
  const targets = useTargets(replaced)
  const close = (isDone: boolean): void => {
    setReplaced(undefined)
    if (isDone) void refetch()
  }
  return (
    <QualityCard title="Enlaces por dominio" aside={<span>{data ? hostsText(data.length) : ''}</span>}>
      {error ? <RetryAlert message={error.message} onRetry={() => refetch()} /> : null}
      {data === undefined && !error ? <Loading /> : null}
      {data?.length === 0 ? (
        <Typography color="text.secondary">Ningún enlace del catálogo tiene un dominio.</Typography>
      ) : null}
      <Box component="ul" sx={LIST}>
        {data?.slice(0, isWhole ? undefined : FIRST).map((host) => (
          <HostRow key={host.host} host={host} onReplace={() => setReplaced(host)} />
        ))}
      </Box>
      {isWhole || data === undefined || data.length <= FIRST ? null : (
        <Button onClick={() => setWhole(true)}>Ver todos</Button>
      )}
      <Suspense fallback={null}>
        {replaced ? <ReplaceDialog targets={targets} host={replaced.host} onClose={close} /> : null}
      </Suspense>
    </QualityCard>
  )
}

const hostsText = (count: number): string => {
  if (count >= MAX_HOSTS) return `Los ${formatCount(count)} con más enlaces`
  return count === 1 ? '1 dominio' : `${formatCount(count)} dominios`
}

const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 16px',
    py: 1,
  },
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
}

/** The records with a link at a host that the current user may change. */
const useTargets = (replaced: LinkHost | undefined) => {
  const me = useCachedMe()
  if (!replaced || !me) return []
  return replaced.records
    .filter(({ resource }) => canAccess(me, 'modify', resource))
    .map(({ resource, count }) => ({ resource, count, selected: { filter: { linkHost: replaced.host } } }))
}

interface HostRowProps {
  host: LinkHost
  onReplace: () => void
}

const HostRow = ({ host: { host, links, records, down, since, checked }, onReplace }: HostRowProps) => {
  const me = useCachedMe()
  const isEditable = me && records.some(({ resource }) => canAccess(me, 'modify', resource))
  return (
    <li>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{host}</Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: '12px', fontSize: 13 }}>
          {records.map((each) => (
            <RecordsLink key={each.resource} host={host} {...each} />
          ))}
        </Box>
      </Box>
      <Box sx={{ flex: '0 1 260px', fontSize: 13, color: 'text.secondary' }}>
        <div>{links === 1 ? '1 enlace' : `${formatCount(links)} enlaces`}</div>
        {down === 0 ? null : (
          <Box sx={{ color: 'error.main' }}>
            {down === 1 ? '1 caído' : `${formatCount(down)} caídos`}
            {since === null ? '' : ` desde el ${dayText(since)}`}
          </Box>
        )}
        <div>{checked === null ? 'Sin comprobar' : `Última comprobación: ${dayText(checked)}`}</div>
      </Box>
      {isEditable ? (
        <Button variant="outlined" size="small" aria-label={`Reemplazar ${host}`} onClick={onReplace}>
          Reemplazar
        </Button>
      ) : null}
    </li>
  )
}

interface RecordsLinkProps {
  host: string
  resource: LinkedResource
  count: number
}

/** The number of records of a kind, as a link to their list; episodes lead to their series. */
const RecordsLink = ({ host, resource, count }: RecordsLinkProps) => {
  const { one, many } = entryOf(resource).name
  const list = listPathOf(resource === 'episodes' ? 'series' : resource)
  return (
    <Link component={LinkBase} to={listUrl(list, { linkHost: host })} sx={{ py: '4px' }}>
      {formatCount(count)} {count === 1 ? one : many}
    </Link>
  )
}
