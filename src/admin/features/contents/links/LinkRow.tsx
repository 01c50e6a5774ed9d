import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { languageName } from '../../../../domain/contents/languages.ts'
import { LINK_MESSAGES, type Link } from '../../../../domain/contents/link.ts'
import { useSettings } from '../../../api/use-settings.ts'
import { PreviewDialog } from '../../../kit/dialogs/PreviewDialog.tsx'
import { Tag } from '../../../kit/display/Tag.tsx'
import { DeleteItemButton, ItemButtons, ItemRow } from '../../../kit/inputs/ItemsInput.tsx'
import { addressOf } from './link-record.ts'

interface LinkRowProps {
  link: Link
  errors: readonly string[]
  tags?: ReactNode
  onChange: (link: Link) => void
  onEdit: () => void
  onDelete: () => void
}

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

const StatusButton = ({ link, onChange }: Pick<LinkRowProps, 'link' | 'onChange'>) => {
  const action = link.status ? 'Desactivar' : 'Activar'
  return (
    <Button
      size="small"
      aria-label={`${action} ${link.link}`}
      onClick={() => onChange({ ...link, status: !link.status })}
    >
      {action}
    </Button>
  )
}

/** One link of a content. */
export const LinkRow = ({ link, errors, tags, onChange, onEdit, onDelete }: LinkRowProps) => (
  <ItemRow testId="link" errors={errors}>
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
    <ItemButtons>
      <Preview link={link} />
      <StatusButton link={link} onChange={onChange} />
      <Button size="small" aria-label={`Editar ${link.link}`} onClick={onEdit}>
        Editar
      </Button>
      <DeleteItemButton name={link.link} prompt={LINK_MESSAGES.deletePrompt(link.link)} onDelete={onDelete} />
    </ItemButtons>
  </ItemRow>
)
