import { channelSchema } from '../../../domain/channels/channel.ts'
import { MediaEdit } from '../support/issues/MediaEdit.tsx'
import { ChannelForm } from './ChannelForm.tsx'

/** A stored channel. */
export const ChannelEdit = () => (
  <MediaEdit title="Canal" schema={channelSchema}>
    <ChannelForm />
  </MediaEdit>
)
