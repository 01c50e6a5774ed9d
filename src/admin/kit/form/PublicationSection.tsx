import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRecordContext } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { OBSTACLES, type Obstacle } from '../../../domain/contents/publication-states.ts'
import { serviceZone } from '../../api/me.ts'
import { MomentInput } from '../inputs/MomentField.tsx'
import { FormSection, Span } from './FormSection.tsx'

/** The dates on which a record is switched on and off by itself (rule L1). */
export const PublicationSection = () => (
  <FormSection title="Publicación">
    <Span of={12}>
      <MomentInput source="datePublish" />
    </Span>
    <Span of={12}>
      <MomentInput source="dateUnpublish" firstTime="23:59" />
    </Span>
    <Span of={12}>
      <Typography variant="body2" color="text.secondary">
        {`Zona horaria: ${serviceZone()}`}
      </Typography>
      <PublicationNote />
    </Span>
  </FormSection>
)

const toTimestamp = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN)

interface Dates {
  status: unknown
  datePublish: unknown
  dateUnpublish: unknown
  /** The record as stored, if any. */
  record: Readonly<Record<string, unknown>>
}

/** A note where the publication dates won't, or couldn't, take effect as an operator may expect. */
const publicationNote = ({ status, datePublish, dateUnpublish, record }: Dates) => {
  const isChanged = (name: 'datePublish' | 'dateUnpublish', value: unknown) => value !== record[name]
  const now = Date.now()
  const { publicationBlocked: obstacle } = record
  const isBlocked = typeof obstacle === 'string' && obstacle in OBSTACLES
  if (isBlocked && status !== true && !isChanged('datePublish', datePublish))
    return {
      severity: 'warning' as const,
      text: `No se publicó en su fecha: ${OBSTACLES[asObstacle(obstacle)].toLowerCase()}. Corríjalo y actívelo, o cambie la fecha.`,
    }
  if (status === true && toTimestamp(datePublish) > now)
    return { severity: 'info' as const, text: 'Está activo: ya se ve antes de esa fecha.', switchesOff: true }
  if (status !== true && toTimestamp(datePublish) <= now && isChanged('datePublish', datePublish))
    return { severity: 'info' as const, text: '«Publicar desde» ya pasó: no lo activa.' }
  if (status === true && toTimestamp(dateUnpublish) <= now && isChanged('dateUnpublish', dateUnpublish))
    return { severity: 'info' as const, text: '«Publicar hasta» ya pasó: no lo desactiva.' }
  return undefined
}

/** The caller has checked that it is one. */
const asObstacle = (name: string): Obstacle => name as Obstacle

const PublicationNote = () => {
  const { setValue } = useFormContext()
  const record = useRecordContext() ?? {}
  const [status, datePublish, dateUnpublish]: unknown[] = useWatch({
    name: ['status', 'datePublish', 'dateUnpublish'],
  })
  const note = publicationNote({ status, datePublish, dateUnpublish, record })
  return (
    <div role="status">
      {note === undefined ? null : (
        <Alert severity={note.severity} sx={{ mt: 1.5 }}>
          {note.text}
          {note.switchesOff ? (
            <Button
              size="small"
              onClick={() => setValue('status', false, { shouldDirty: true })}
              sx={{ display: 'block', mt: 0.5, ml: -0.75 }}
            >
              Desactivar hasta entonces
            </Button>
          ) : null}
        </Alert>
      )}
    </div>
  )
}
