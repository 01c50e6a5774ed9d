import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Popover from '@mui/material/Popover'
import { type ReactNode, useState } from 'react'
import { useRecordContext, useResourceContext } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { reasonText, verdictOf } from '../../../domain/contents/link-verdict.ts'
import type { LinkHealth } from '../../../domain/links/link-health.ts'
import { useCan } from '../../api/me.ts'
import { momentText } from '../../kit/display/dates.ts'
import { Span } from '../../kit/form/FormSection.tsx'
import { useFormKit } from '../../kit/inputs/form-kit.tsx'
import { isWaiting, linkedResource, useLinkHealth, useRequestChecks } from './health.ts'
import { VerdictTag } from './Verdict.tsx'

/** The form's stored record; undefined for a new one. */
const useStoredId = (): string | undefined => {
  const { mode } = useFormKit()
  const id = useRecordContext()?.id
  return mode === 'edit' && id !== undefined ? String(id) : undefined
}

/** Check results of the links of the form's record, by URL. */
export const useFormHealth = () => {
  const resource = useResourceContext()
  const { data, isLoading, follow } = useLinkHealth(resource, useStoredId(), { isFollowed: true })
  return { links: data, isLoading, follow }
}

const LINE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  rowGap: 0.25,
  width: 1,
  minHeight: 30,
  fontSize: 12.5,
  color: 'text.secondary',
  '& .MuiButton-root': { minWidth: 0, px: 1 },
} as const

const DEAD = { ...LINE, pl: 1, boxShadow: 'inset 3px 0 var(--red)' } as const

interface LinkHealthLineProps {
  /** Links of the stored record; undefined for a new one, and while loading. */
  links: readonly LinkHealth[] | undefined
  url: unknown
  isActive: boolean
  /** Reserves the line's space until the links are loaded. */
  isLoading: boolean
  /** At the end of the line. */
  children?: ReactNode
}

/** The last check result of a link, with its time and reason, and the earlier ones. */
export const LinkHealthLine = ({ links, url, isActive, isLoading, children }: LinkHealthLineProps) => {
  if (isLoading && isActive) return <Box sx={LINE} />
  const health = links?.find(({ link }) => link === url)
  if (links === undefined || (health === undefined && !isActive)) return children
  const isDead = isActive && health?.verdict === 'down'
  return (
    // Focusable when dead: forms opened from the list of dead links begin there.
    <Box
      sx={isDead ? DEAD : LINE}
      data-testid="link-health"
      {...(isDead ? { 'data-dead': true, tabIndex: -1 } : {})}
    >
      {health === undefined ? (
        <VerdictTag verdict="unchecked" />
      ) : (
        <HealthDetails link={health} isActive={isActive} />
      )}
      {children}
    </Box>
  )
}

const HealthDetails = ({ link, isActive }: { link: LinkHealth; isActive: boolean }) => (
  <>
    {link.deactivated === null || isActive ? (
      <VerdictTag verdict={link.verdict} />
    ) : (
      <span>Desactivado por las comprobaciones el {momentText(link.deactivated)}.</span>
    )}
    {link.reason === null ? null : <span>{reasonText(link.reason)}</span>}
    {link.checked === null ? null : <span>{momentText(link.checked)}</span>}
    {link.isWaiting ? <span role="status">Comprobando…</span> : null}
    {link.history.length === 0 ? null : <History link={link} />}
  </>
)

const History = ({ link }: { link: LinkHealth }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={`Historial de ${link.link}`}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Historial
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'Últimas comprobaciones', sx: PAPER } }}
      >
        <Box component="ol" tabIndex={0} aria-label="Últimas comprobaciones" sx={CHECKS}>
          {link.history.map(({ date, reason }) => (
            <li key={date}>
              <span>{momentText(date)}</span>
              <VerdictTag verdict={verdictOf(reason)} />
              <span>{reasonText(reason)}</span>
            </li>
          ))}
        </Box>
      </Popover>
    </>
  )
}

const PAPER = { border: 1, borderColor: 'divider', maxWidth: 480 } as const

const CHECKS = {
  m: 0,
  p: 1.5,
  listStyle: 'none',
  fontSize: 12.5,
  '& li': { display: 'flex', flexWrap: 'wrap', gap: '2px 8px', alignItems: 'center', py: 0.5 },
  '& li > :first-of-type': { fontVariantNumeric: 'tabular-nums', color: 'text.secondary' },
} as const

interface CheckButtonProps {
  links: readonly LinkHealth[] | undefined
  /** Called when checks begin. */
  onRequested: () => void
  label: string
}

/** Checks the stored active links of the form's record; hidden without permission, and for a new record. */
export const CheckButton = ({ links, onRequested, label }: CheckButtonProps) => {
  const resource = linkedResource(useResourceContext())
  const id = useStoredId()
  const canModify = useCan('modify', resource ?? '')
  const { startCheck, isBusy } = useRequestChecks()
  if (resource === undefined || id === undefined || !canModify) return null
  const isRunning = isBusy || isWaiting(links)
  const check = async (): Promise<void> => {
    if (isRunning) return
    if ((await startCheck(resource, { ids: [id] }, 1)) !== undefined) onRequested()
  }
  return (
    <Button
      size="small"
      // Not disabled, which would lose the focus.
      aria-busy={isRunning}
      startIcon={isRunning ? <CircularProgress size={16} color="inherit" /> : undefined}
      onClick={check}
    >
      {label}
    </Button>
  )
}

/** The health of a record's only link, below its field. */
export const StationHealth = () => {
  const { links, isLoading, follow } = useFormHealth()
  const url: unknown = useWatch({ name: 'link' })
  if (useStoredId() === undefined) return null
  return (
    <Span of={12}>
      <LinkHealthLine links={links} url={url} isActive isLoading={isLoading}>
        <CheckButton links={links} onRequested={follow} label="Comprobar" />
      </LinkHealthLine>
    </Span>
  )
}
