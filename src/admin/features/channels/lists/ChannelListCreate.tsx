import { channelListSchema } from '../../../../domain/channels/channel-list.ts'
import { CatalogueCreate } from '../../../kit/form/CatalogueCreate.tsx'
import { ChannelListForm } from './ChannelListForm.tsx'

/** A new channel list. */
export const ChannelListCreate = () => (
  <CatalogueCreate title="Lista de canales" schema={channelListSchema}>
    <ChannelListForm />
  </CatalogueCreate>
)
