import { channelGuideSchema } from '../../../../domain/channels/channel-guide.ts'
import { CatalogueCreate } from '../../../kit/form/CatalogueCreate.tsx'
import { GuideForm } from './GuideForm.tsx'

/** A new channel guide. */
export const GuideCreate = () => (
  <CatalogueCreate title="Guía de canales" schema={channelGuideSchema}>
    <GuideForm />
  </CatalogueCreate>
)
