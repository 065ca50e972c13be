import { useMemo } from 'react'
import { Combobox, Field, type Option } from '../ui/index.ts'
import { channels, templatesOf } from './sources.ts'

interface ChoiceProps {
  value: Option | null
  error?: string
  disabled?: boolean
  onChange: (value: Option | null) => void
}

export function ChannelField({ value, error, disabled, onChange }: ChoiceProps) {
  return (
    <Field
      label="Choose Channel"
      required={!disabled}
      error={error}
      hint={value?.hint ?? 'The number that it comes from'}
    >
      {control => (
        <Combobox
          {...control}
          source={channels}
          placeholder="Choose a channel"
          disabled={disabled}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

const none: Option[] = []

export function TemplateField({ channel, value, error, disabled, onChange }: ChoiceProps & { channel: Option | null }) {
  const channelId = channel?.id
  const source = useMemo(() => (channelId ? templatesOf(channelId) : none), [channelId])
  return (
    <Field
      label="Choose Template"
      required={!disabled}
      error={error}
      hint={value?.hint ?? 'Approved templates of the channel'}
    >
      {control => (
        <Combobox
          {...control}
          key={channelId}
          source={source}
          placeholder={channel ? 'Choose a template' : 'Choose a channel first'}
          disabled={disabled || !channel}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
