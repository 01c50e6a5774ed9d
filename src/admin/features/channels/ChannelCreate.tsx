import { channelSchema } from '../../../domain/channels/channel.ts'
import { CatalogueCreate } from '../../kit/form/CatalogueCreate.tsx'
import { ChannelForm } from './ChannelForm.tsx'

/** A new channel. */
export const ChannelCreate = () => (
  <CatalogueCreate title="Canal" schema={channelSchema}>
    <ChannelForm />
  </CatalogueCreate>
)
