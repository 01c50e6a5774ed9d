import { channelListSchema } from '../../../../domain/channels/channel-list.ts'
import { CatalogueEdit } from '../../../kit/form/CatalogueEdit.tsx'
import { ChannelListForm } from './ChannelListForm.tsx'

/** A stored channel list. */
export const ChannelListEdit = () => (
  <CatalogueEdit title="Lista de canales" schema={channelListSchema}>
    <ChannelListForm />
  </CatalogueEdit>
)
