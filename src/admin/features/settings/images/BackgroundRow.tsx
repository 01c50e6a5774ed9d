import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type BackgroundImage, IMAGE_MESSAGES } from '../../../../domain/settings/background-image.ts'
import { Tag } from '../../../kit/display/Tag.tsx'
import { Thumbnail } from '../../../kit/display/Thumbnail.tsx'
import { DeleteItemButton, ItemButtons, ItemRow, MoveItemButtons } from '../../../kit/inputs/ItemsInput.tsx'

interface BackgroundRowProps {
  image: BackgroundImage
  errors: readonly string[]
  onEdit: () => void
  onDelete: () => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

export const BackgroundRow = ({ image, errors, onEdit, onDelete, onUp, onDown }: BackgroundRowProps) => {
  const { infoType, title, year } = image.info
  return (
    <ItemRow testId="background" errors={errors}>
      <Thumbnail src={image.image} alt={title} width={96} ratio="16 / 9" />
      <Box sx={{ flex: '1 1 180px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {title} ({year})
      </Box>
      <Tag>{infoType}</Tag>
      {image.isChildren ? <Tag>Infantil</Tag> : null}
      {image.content.enableClick ? <Tag>Abre: {image.content.contentType}</Tag> : null}
      <ItemButtons>
        <MoveItemButtons name={title} onUp={onUp} onDown={onDown} />
        <Button size="small" aria-label={`Editar ${title}`} onClick={onEdit}>
          Editar
        </Button>
        <DeleteItemButton name={title} prompt={IMAGE_MESSAGES.deletePrompt(title)} onDelete={onDelete} />
      </ItemButtons>
    </ItemRow>
  )
}
