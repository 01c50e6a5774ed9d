import { channelGuideSchema } from '../../../../domain/channels/channel-guide.ts'
import { CatalogueEdit } from '../../../kit/form/CatalogueEdit.tsx'
import { GuideForm } from './GuideForm.tsx'

/** A stored channel guide. */
export const GuideEdit = () => (
  <CatalogueEdit title="Guía de canales" schema={channelGuideSchema}>
    <GuideForm />
  </CatalogueEdit>
)
