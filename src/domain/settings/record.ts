/** Names the settings where a record has an id: on the wire they have none, there is but one of them. */
export const SETTINGS_ID = 'settings'
