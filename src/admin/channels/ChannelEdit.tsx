import { channelShape } from '../../domain/channels/channel.ts'
import { CatalogueEdit } from '../forms/CatalogueEdit.tsx'
import { ChannelForm } from './ChannelForm.tsx'

/** A stored channel. */
export const ChannelEdit = () => (
  <CatalogueEdit title="Canal" shape={channelShape}>
    <ChannelForm />
  </CatalogueEdit>
)
