import { FormSection, Span } from '../../../kit/form/FormSection.tsx'
import { ItemsInput } from '../../../kit/inputs/ItemsInput.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'
import { BackgroundDialog } from './BackgroundDialog.tsx'
import { BackgroundRow } from './BackgroundRow.tsx'
import { imagesIn } from './image-record.ts'

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
