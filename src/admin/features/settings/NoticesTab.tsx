import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import {
  CHAT_NOTICE_NAMES,
  exampleValues,
  fillIn,
  meaningOf,
  NOTICES,
  type Notice,
  PLACEHOLDERS_OF,
  unknownPlaceholder,
} from '../../../domain/notices/notice.ts'
import { MAX_NOTICE } from '../../../domain/settings/settings.ts'
import { serviceZone, useKnownMe } from '../../api/me.ts'
import { moneyText } from '../../api/settings.ts'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { TextInput } from '../../kit/inputs/inputs.tsx'

/** The texts of the notices to customers, with a preview, and the prefix of their numbers (rules N1, N2). */
export const NoticesTab = () => (
  <>
    <FormSection title="WhatsApp">
      <Span of={4}>
        <TextInput
          source="phonePrefix"
          type="tel"
          help="De los celulares sin código de país. Vacío: no se ofrecen avisos."
        />
      </Span>
    </FormSection>
    {CHAT_NOTICE_NAMES.map((notice) => (
      <NoticeSection key={notice} notice={notice} />
    ))}
  </>
)

const NoticeSection = ({ notice }: { notice: Notice }) => {
  const { title, setting } = NOTICES[notice]
  return (
    <FormSection title={title}>
      <Span of={6}>
        <TextInput source={setting} rows={9} maxLength={MAX_NOTICE} />
      </Span>
      <Span of={6}>
        <Preview notice={notice} />
        <Placeholders notice={notice} />
      </Span>
    </FormSection>
  )
}

const Placeholders = ({ notice }: { notice: Notice }) => (
  <Box component="dl" aria-label="Marcadores" sx={{ m: 0, mt: 1, fontSize: 12.5 }}>
    {PLACEHOLDERS_OF[notice].map((name) => (
      <Box key={name} sx={{ display: 'flex', gap: 1, py: 0.25 }}>
        <Box component="dt" sx={{ flex: 'none', width: 84, fontFamily: 'monospace' }}>{`{${name}}`}</Box>
        <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
          {meaningOf(name)}
        </Box>
      </Box>
    ))}
  </Box>
)

const PREVIEW = {
  p: 1.5,
  borderRadius: '8px',
  bgcolor: 'var(--chip)',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const

const Preview = ({ notice }: { notice: Notice }) => {
  const heading = useId()
  const [text, monthly]: unknown[] = useWatch({ name: [NOTICES[notice].setting, 'creditPriceMonthly'] })
  const me = useKnownMe()
  const written = typeof text === 'string' ? text : ''
  const values = exampleValues({
    fullName: me?.fullName ?? '',
    now: new Date(),
    timeZone: serviceZone(),
    price: moneyText(Number(monthly) || 0),
  })
  return (
    <Box role="group" aria-labelledby={heading}>
      <Typography id={heading} sx={{ mb: 0.5, fontSize: 13, color: 'text.secondary' }}>
        Vista previa
      </Typography>
      <Box sx={PREVIEW}>
        {unknownPlaceholder(notice, written) === undefined
          ? fillIn(written, values)
          : 'El texto tiene un marcador que no existe.'}
      </Box>
    </Box>
  )
}
