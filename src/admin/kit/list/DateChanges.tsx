import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useResourceContext, useTranslate } from 'react-admin'
import { serviceZone } from '../../api/me.ts'
import { MomentField } from '../inputs/MomentField.tsx'
import type { MoreChangesProps } from './selection.tsx'

const DATES = [
  { source: 'datePublish', firstTime: '00:00' },
  { source: 'dateUnpublish', firstTime: '23:59' },
] as const

type Change = 'keep' | 'set' | 'remove'

/** Sets or removes the publication dates of the selected records. */
export const DateChanges = ({ onChange }: MoreChangesProps) => {
  const [changes, setChanges] = useState<Readonly<Record<string, unknown>>>({})
  const change = (source: string, value: unknown): void => {
    const { [source]: _, ...others } = changes
    const next = value === undefined ? others : { ...others, [source]: value }
    setChanges(next)
    onChange(next)
  }
  return DATES.map(({ source, firstTime }) => (
    <DateChange
      key={source}
      source={source}
      firstTime={firstTime}
      value={changes[source]}
      onChange={(value) => change(source, value)}
    />
  ))
}

interface DateChangeProps {
  source: string
  firstTime: string
  value: unknown
  /** Undefined: unchanged. */
  onChange: (value: unknown) => void
}

const DateChange = ({ source, firstTime, value, onChange }: DateChangeProps) => {
  const resource = useResourceContext() ?? ''
  const label = useTranslate()(`resources.${resource}.fields.${source}`)
  const [kind, setKind] = useState<Change>('keep')
  const choose = (next: Change): void => {
    setKind(next)
    onChange(next === 'remove' ? null : undefined)
  }
  return (
    // Half a row has no room for a whole date beside its time.
    <Box sx={{ display: 'grid', alignContent: 'start', gridColumn: kind === 'set' ? '1 / -1' : undefined }}>
      <TextField
        select
        name={source}
        label={label}
        value={kind}
        onChange={({ target }) => choose(asChange(target.value))}
      >
        <MenuItem value="keep">Sin cambio</MenuItem>
        <MenuItem value="set">Cambiar la fecha…</MenuItem>
        <MenuItem value="remove">Quitar la fecha</MenuItem>
      </TextField>
      {kind === 'set' ? (
        <Box role="group" aria-label={label}>
          <MomentField
            name={`${source}Day`}
            label="Fecha"
            value={value ?? null}
            onChange={(next) => onChange(next ?? undefined)}
            firstTime={firstTime}
          />
          <Typography variant="body2" color="text.secondary">
            {`Zona horaria: ${serviceZone()}`}
          </Typography>
        </Box>
      ) : null}
    </Box>
  )
}

/** The options of the select are the only values. */
const asChange = (value: string): Change => value as Change
