import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { type ReactNode, useState } from 'react'
import { LINK_MESSAGES, type Link } from '../../../domain/contents/link.ts'
import { ConfirmDialog } from '../../dialogs/ConfirmDialog.tsx'
import { PreviewDialog } from '../../dialogs/PreviewDialog.tsx'
import { Tag } from '../../fields/Tag.tsx'
import { ToggleSwitch } from '../../fields/ToggleSwitch.tsx'
import { useSettings } from '../../settings/use-settings.ts'
import { addressOf, languageName } from './link-record.ts'

interface LinkRowProps {
  link: Link
  errors: readonly string[]
  tags?: ReactNode
  onChange: (link: Link) => void
  onEdit: () => void
  onDelete: () => void
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  py: 0.75,
  borderBottom: 1,
  borderColor: 'divider',
} as const

const LinkTags = ({ link }: { link: Link }) => (
  <>
    <Tag>{link.quality}</Tag>
    {link.audio.map((code) => (
      <Tag key={code} title={`Audio: ${languageName(code)}`}>
        {code}
      </Tag>
    ))}
    {link.closedCaption.map((code) => (
      <Tag key={code} title={`Subtítulos: ${languageName(code)}`}>
        CC {code}
      </Tag>
    ))}
    {link.isLinkReserved ? <Tag>Reservado</Tag> : null}
  </>
)

const Preview = ({ link }: { link: Link }) => {
  const { data } = useSettings()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" aria-label={`Ver preview de ${link.link}`} onClick={() => setOpen(true)}>
        Ver
      </Button>
      <PreviewDialog
        open={isOpen}
        title="Vista previa del link"
        address={addressOf(link, data?.contentUrlBase)}
        isYoutube={link.isYoutube || link.provider === 0}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

const Deletion = ({ link, onDelete }: Pick<LinkRowProps, 'link' | 'onDelete'>) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" color="error" aria-label={`Eliminar ${link.link}`} onClick={() => setAsking(true)}>
        Eliminar
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={LINK_MESSAGES.deletePrompt(link.link)}
        confirmLabel="Eliminar"
        danger
        onConfirm={() => {
          setAsking(false)
          onDelete()
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** One link of a content. */
export const LinkRow = ({ link, errors, tags, onChange, onEdit, onDelete }: LinkRowProps) => (
  <Box sx={ROW} data-testid="link">
    <ToggleSwitch
      checked={link.status}
      label={`${link.status ? 'Desactivar' : 'Activar'} ${link.link}`}
      onToggle={(status) => onChange({ ...link, status })}
    />
    <Box sx={{ width: 52, fontSize: 12, color: link.status ? 'success.main' : 'text.secondary' }}>
      {link.status ? 'Activo' : 'Inactivo'}
    </Box>
    <LinkTags link={link} />
    {tags}
    <Box
      sx={{
        flex: '1 1 220px',
        minWidth: 0,
        overflowWrap: 'anywhere',
        color: link.status ? 'text.primary' : 'text.secondary',
      }}
    >
      {link.link}
    </Box>
    <Box sx={{ display: 'flex', '& .MuiButton-root': { minWidth: 0, px: 1 } }}>
      <Preview link={link} />
      <Button size="small" aria-label={`Editar ${link.link}`} onClick={onEdit}>
        Editar
      </Button>
      <Deletion link={link} onDelete={onDelete} />
    </Box>
    {errors.map((message) => (
      <FormHelperText key={message} error sx={{ width: 1, mt: 0 }}>
        {message}
      </FormHelperText>
    ))}
  </Box>
)
