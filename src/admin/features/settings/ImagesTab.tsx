import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type BackgroundImage, IMAGE_MESSAGES } from '../../../domain/settings/background-image.ts'
import { Tag } from '../../kit/display/display.tsx'
import { Thumbnail } from '../../kit/display/Thumbnail.tsx'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import {
  DeleteItemButton,
  ItemButtons,
  ItemRow,
  ItemsInput,
  MoveItemButtons,
} from '../../kit/inputs/ItemsInput.tsx'
import { TextInput } from '../../kit/inputs/inputs.tsx'
import { BackgroundDialog, imagesIn } from './BackgroundDialog.tsx'

/** The pictures behind the apps' first screen, in the order in which they appear. */
export const ImagesTab = () => (
  <>
    <FormSection title="Imágenes de fondo">
      <ItemsInput
        source="contentBackground"
        label="Imágenes de fondo"
        addLabel="Agregar imagen"
        itemsIn={imagesIn}
        row={({ item, onChange: _, ...row }) => <BackgroundRow image={item} {...row} />}
        dialog={({ item, items: _, ...dialog }) => <BackgroundDialog image={item} {...dialog} />}
      />
    </FormSection>
    <FormSection title="Otras imágenes">
      <Span of={12}>
        <TextInput source="linkImg" label="URL de la imagen de la aplicación" placeholder="https://…" />
      </Span>
    </FormSection>
  </>
)

interface BackgroundRowProps {
  image: BackgroundImage
  errors: readonly string[]
  onEdit: () => void
  onDelete: () => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

const BackgroundRow = ({ image, errors, onEdit, onDelete, onUp, onDown }: BackgroundRowProps) => {
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
