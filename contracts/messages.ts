/** Every text that a person reads and that the specification fixes, or that more than one place shows. */
export const messages = {
  // shared
  required: 'This field is required',
  mandatory: 'This field is mandatory.',
  wrong: 'Something went wrong',
  accessDenied: 'Access Denied',
  sessionExpired: 'Session Expired! Please login',
  offline: 'Network is offline,Please Turn On Internet!',
  online: 'Network is Back!',
  offlineData: 'Data not Synced,Please Turn On Internet!',
  noRecordFound: 'No Record Found',
  noRecord: 'No Record',
  deleteConfirm: 'Are you sure you want to delete?',
  uploadFailed: 'Something bad happened. Please try again later.',
  invalidFileFormat: 'Invalid File Format !',
  downloadStarted: 'file will be download shortly !!',
  downloadFailed: 'something went wrong in file download !!',

  // sign-in
  emailInvalid: 'Please enter a valid email address',
  captchaRequired: 'Please enter captcha.',
  captchaWrong: 'The captcha is not right or has expired. Please enter the new one',
  credentialsWrong: 'The e-mail address or the password is not right',
  accountLocked: 'Too many tries. Please wait {minutes} minutes and try again',
  signedIn: 'Welcome back',
  signedOut: 'You are signed out',

  // contacts
  fieldSaveFailed: 'Save Failed. Please check for errors in fields',
  whitespaceOnly: 'Whitespace only present in the field - {label}',
  fieldRequired: '{label} is required',
  minimumLength: 'Minimum length must be {n} characters.',
  maximumLength: 'Maximum length must be {n} characters.',
  fieldSaved: 'Attribute saved',
  fieldDeleted: 'Attribute deleted',
  groupSaved: 'Group saved',
  groupDeleted: 'Group deleted',
  tagSaved: 'Label saved',
  tagDeleted: 'Label deleted',
  customersMapped: 'Contacts updated',
  customerSaved: 'Contact saved',
  customerDeleted: 'Contact deleted',
  nameTaken: 'This name is taken',
  phoneTaken: 'A contact with this phone number exists',
  phoneInvalid: 'This is not a possible phone number. Enter it with its country code, such as +91 98765 43210',

  // CSV
  uploadedSuccessfully: 'Uploaded Succesfully',
  uploadStatusNote: "The status of the import is under 'My Upload'",
  noErrorsFound: 'No Errors Found',
  onlyCsv: 'Only CSV files are accepted',
  notCsv: 'This file is not a CSV: {reason}',
  phoneNotMapped: 'Map a column to Phone Number, so that each customer can be told from the others',
  nameNotMapped: 'Map a column to Name',

  // broadcast
  fieldMandatory: 'This Field is Mandatory',
  numberInvalid: 'please enter valid number',
  attachmentMissing: 'Attachment is missing !',
  invalidFileType: 'Invalid file type !',
  mediaNotFound: 'media not found !!',
  mediaMissingInCard: 'Media missing in card {n}',
  variableMappingMissing: 'Variable mapping missing, check all cards',
  urlVariableNotFound: 'URL variable not found',
  urlVariablesMapped: 'URL variables mapped',
  noVariableInCard: 'No Variable found in this card',
  broadcastSent: 'Your message is on its way to {n} recipients',
  noRecipients: 'There is no one to send this to. Enter numbers, or choose a group or a label that has customers',
} as const

/** A message with its `{place}`s filled. */
export function text(message: string, values: Record<string, string | number>): string {
  return message.replace(/\{(\w+)\}/g, (all, key: string) => String(values[key] ?? all))
}
