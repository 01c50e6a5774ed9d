import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { MAX_NOTICE, MAX_SUBJECT } from '../../../domain/settings/settings.ts'
import {
  CHAT_NOTICE_NAMES,
  exampleValues,
  fillPlaceholders,
  type MailNotice,
  NOTICE_PLACEHOLDERS,
  placeholderMeaning,
  USER_NOTICES,
  type UserNotice,
  unknownPlaceholder,
} from '../../../domain/user-notices/notice.ts'
import { serviceZone, useCachedMe } from '../../api/me.ts'
import { moneyText } from '../../api/settings.ts'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { NumberInput, SwitchInput, TextInput } from '../../kit/inputs/inputs.tsx'
import { DaysInput } from './DaysInput.tsx'

/** The texts of notices and mails with previews, and their recipients (rules N1, N2, N5, N6). */
export const NoticesTab = () => (
  <>
    <FormSection title="WhatsApp">
      <Span of={4}>
        <TextInput source="phonePrefix" type="tel" />
      </Span>
    </FormSection>
    {CHAT_NOTICE_NAMES.map((notice) => (
      <FormSection key={notice} title={USER_NOTICES[notice].title}>
        <NoticeInputs notice={notice} />
      </FormSection>
    ))}
    <MailOff />
    <FormSection title={USER_NOTICES.expiryMail.title}>
      <Span of={6}>
        <SwitchInput source="mailReminders" />
      </Span>
      <Span of={6}>
        <DaysInput source="mailReminderDays" />
      </Span>
      <MailInputs notice="expiryMail" />
    </FormSection>
    <FormSection title={USER_NOTICES.balanceMail.title}>
      <Span of={6}>
        <NumberInput source="lowBalanceMail" />
      </Span>
      <MailInputs notice="balanceMail" />
    </FormSection>
  </>
)

const MailOff = () => {
  const me = useCachedMe()
  if (me?.isMailOn !== false) return null
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      El correo está apagado: el servidor no tiene <code translate="no">SMTP_URL</code>,{' '}
      <code translate="no">MAIL_FROM</code> y <code translate="no">PUBLIC_URL</code>.
    </Alert>
  )
}

const NoticeInputs = ({ notice }: { notice: UserNotice }) => (
  <>
    <Span of={6}>
      <TextInput source={USER_NOTICES[notice].setting} rows={9} maxLength={MAX_NOTICE} />
    </Span>
    <Span of={6}>
      <Preview notice={notice} />
      <Placeholders notice={notice} />
    </Span>
  </>
)

const MailInputs = ({ notice }: { notice: MailNotice }) => (
  <>
    <Span of={12}>
      <TextInput source={USER_NOTICES[notice].subject} maxLength={MAX_SUBJECT} />
    </Span>
    <NoticeInputs notice={notice} />
  </>
)

const Placeholders = ({ notice }: { notice: UserNotice }) => (
  <Box component="dl" aria-label="Marcadores" sx={{ m: 0, mt: 1, fontSize: 12.5 }}>
    {NOTICE_PLACEHOLDERS[notice].map((name) => (
      <Box key={name} sx={{ display: 'flex', gap: 1, py: 0.25 }}>
        <Box component="dt" sx={{ flex: 'none', width: 84, fontFamily: 'monospace' }}>{`{${name}}`}</Box>
        <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
          {placeholderMeaning(name)}
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

const Preview = ({ notice }: { notice: UserNotice }) => {
  const heading = useId()
  const { setting, ...mail } = USER_NOTICES[notice]
  const subject = 'subject' in mail ? mail.subject : setting
  const [text, title, monthly, businessName]: unknown[] = useWatch({
    name: [setting, subject, 'creditPriceMonthly', 'businessName'],
  })
  const me = useCachedMe()
  const texts = (subject === setting ? [text] : [title, text]).map((each) => String(each ?? ''))
  const values = exampleValues({
    fullName: me?.fullName ?? '',
    now: new Date(),
    timeZone: serviceZone(),
    price: moneyText(Number(monthly) || 0),
    businessName: String(businessName ?? ''),
  })
  return (
    <Box role="group" aria-labelledby={heading}>
      <Typography id={heading} sx={{ mb: 0.5, fontSize: 13, color: 'text.secondary' }}>
        Vista previa
      </Typography>
      <Box sx={PREVIEW}>
        {texts.map((written, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the subject, if any, and the text.
          <Box key={index} sx={texts.length > 1 && index === 0 ? { fontWeight: 600, mb: 1 } : undefined}>
            {unknownPlaceholder(notice, written) === undefined
              ? fillPlaceholders(written, values)
              : 'El texto tiene un marcador que no existe.'}
          </Box>
        ))}
      </Box>
    </Box>
  )
}
