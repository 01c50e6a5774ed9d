import CheckIcon from '@mui/icons-material/Check'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { isReseller } from '../../../domain/access/permissions.ts'
import { isDue } from '../../../domain/credits/licence.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { platformLabel } from '../../../domain/settings/platforms.ts'
import { internationalDigits, whatsAppUrl } from '../../../domain/user-notices/whatsapp.ts'
import { shownCredit, userScreens } from '../../../domain/users/visibility.ts'
import type { RecordOf } from '../../api/http.ts'
import type { Me } from '../../api/me.ts'
import { useSettings } from '../../api/settings.ts'
import { copyText } from '../../kit/display/copy-text.ts'
import { Tag } from '../../kit/display/display.tsx'
import { LicenceTag, licenceNow } from '../../kit/display/licence.tsx'
import { canCredit, useCredited, useOpenCreditDialog } from '../credits/CreditDialogProvider.tsx'
import { NoticeButton } from '../user-notices/NoticeLinks.tsx'
import { DisconnectButton } from './SessionsDialog.tsx'

interface CustomerCardProps {
  me: Me
  user: RecordOf<'users'>
  /** The current user may neither change nor disconnect it. */
  isReadOnly: boolean
}

/** What matters of a viewer or reseller during a call: licence or balance, contact, and the usual actions (rule U30). */
export const CustomerCard = ({ me, user: record, isReadOnly }: CustomerCardProps) => {
  const heading = useId()
  const user = useCredited(record)
  return (
    <Card component="section" aria-labelledby={heading} sx={{ px: 2.25, py: 2, mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography id={heading} variant="h2" sx={{ fontSize: 18, overflowWrap: 'anywhere' }}>
            {user.fullName}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75, mt: 0.75 }}>
            {isReseller(user.role) ? <BalanceTag user={user} /> : <LicenceTag {...user} />}
            {user.status === 'enable' ? null : <Tag tone="red">Inactivo</Tag>}
          </Box>
        </Box>
        <Actions me={me} user={user} isReadOnly={isReadOnly} />
      </Box>
      <Facts me={me} user={user} />
    </Card>
  )
}

const BalanceTag = ({ user }: Pick<CustomerCardProps, 'user'>) => {
  const credit = shownCredit(user)
  return credit === undefined ? null : (
    <Tag tone={credit.tone === 'plain' ? 'green' : credit.tone} title="Balance de créditos">
      {formatCount(credit.months)} {credit.unit}
    </Tag>
  )
}

/** Whether the customer cannot watch, or soon cannot, or the reseller has nothing left to sell. */
const needsCredit = (user: RecordOf<'users'>): boolean => {
  if (isReseller(user.role)) return shownCredit(user)?.tone === 'red'
  const licence = licenceNow(user.dateExpire)
  return licence.state === 'none' || isDue(licence)
}

/** Selling stands out if it is needed. */
const Actions = ({ me, user, isReadOnly }: CustomerCardProps) => {
  const openCreditDialog = useOpenCreditDialog()
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        '& > *': {
          flex: { xs: '1 0 auto', sm: 'none' },
          px: { xs: 0.75, sm: 1.75 },
          minHeight: { xs: 44, sm: 36 },
        },
        '&:empty': { display: 'none' },
        width: { xs: 1, sm: 'auto' },
      }}
    >
      {canCredit(me, user) ? (
        <Button variant={needsCredit(user) ? 'contained' : 'outlined'} onClick={() => openCreditDialog(user)}>
          {isReseller(user.role) ? 'Transferir' : 'Vender'}
        </Button>
      ) : null}
      <NoticeButton notice="expiry" user={user}>
        Avisar
      </NoticeButton>
      {isReadOnly || me._id === user._id ? null : <DisconnectButton user={user} />}
    </Box>
  )
}

type Fact = readonly [term: string, value: ReactNode]

const customerFacts = (me: Me, user: RecordOf<'users'>): Fact[] => {
  const { celPhone, telePhone, platform, device, userCreate } = user
  const phones: Fact[] = [
    ...(celPhone === '' ? [] : ([['Celular', <Phone key="cel" number={celPhone} isMobile />]] as const)),
    ...(telePhone === '' ? [] : ([['Teléfono', <Phone key="tele" number={telePhone} />]] as const)),
  ]
  return [
    ...(phones.length > 0 ? phones : ([['Teléfono', 'Sin número']] as const)),
    ...(userScreens(me.role).listsPlatform ? ([['App', platformLabel(platform)]] as const) : []),
    ...(isReseller(user.role)
      ? []
      : ([['Equipo', device ? device.model || device.macAddress : 'Sin vincular']] as const)),
    ['Vendedor', userCreate || '—'],
  ]
}

const Facts = ({ me, user }: Pick<CustomerCardProps, 'me' | 'user'>) => (
  <Box
    component="dl"
    sx={{
      display: { xs: 'grid', sm: 'flex' },
      gridTemplateColumns: 'max-content minmax(0, 1fr)',
      flexWrap: 'wrap',
      columnGap: { xs: 2, sm: 5 },
      rowGap: 0.5,
      m: 0,
      mt: 1.5,
      fontSize: 13,
    }}
  >
    {customerFacts(me, user).map(([term, value]) => (
      <Box key={term} sx={{ display: { xs: 'contents', sm: 'block' } }}>
        <Box component="dt" sx={{ color: 'text.secondary', alignSelf: 'center' }}>
          {term}
        </Box>
        <Box component="dd" sx={{ m: 0, minHeight: 32, alignContent: 'center', overflowWrap: 'anywhere' }}>
          {value}
        </Box>
      </Box>
    ))}
  </Box>
)

/** Icons with a target as large as a thumb on a phone. */
const ICON = { p: 0, width: { xs: 44, sm: 30 }, height: { xs: 44, sm: 30 } } as const

/** A number to call, to write to and to copy. */
const Phone = ({ number, isMobile = false }: { number: string; isMobile?: boolean }) => {
  const { data: settings } = useSettings()
  const digits = isMobile ? internationalDigits(number, settings?.phonePrefix ?? '') : undefined
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', fontVariantNumeric: 'tabular-nums' }}>
      <Link
        href={`tel:${number.replace(/[^\d+]/g, '')}`}
        sx={{ lineHeight: { xs: '44px', sm: '30px' }, mr: 0.5, whiteSpace: 'nowrap' }}
      >
        {number}
      </Link>
      {digits === undefined ? null : (
        <IconButton
          component="a"
          href={whatsAppUrl(digits)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Chatear por WhatsApp con ${number}`}
          title="WhatsApp"
          color="primary"
          sx={ICON}
        >
          <WhatsAppIcon sx={{ fontSize: 18 }} />
        </IconButton>
      )}
      <CopyButton text={number} />
    </Box>
  )
}

const CopyButton = ({ text }: { text: string }) => {
  const notify = useNotify()
  const [isCopied, setCopied] = useState(false)
  return (
    <IconButton
      aria-label={isCopied ? `Copiado: ${text}` : `Copiar ${text}`}
      title="Copiar"
      sx={ICON}
      onClick={async ({ currentTarget }) => {
        const done = await copyText(text, currentTarget)
        setCopied(done)
        notify(done ? 'Copiado' : 'No se pudo copiar. Seleccione el texto y cópielo.', {
          type: done ? 'info' : 'warning',
        })
      }}
    >
      {isCopied ? <CheckIcon sx={{ fontSize: 18 }} /> : <CopyIcon sx={{ fontSize: 16 }} />}
    </IconButton>
  )
}
