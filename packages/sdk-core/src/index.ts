export { createApiKeyClient } from './api-key-client.ts';
export type { ApiKeyClient, ApiKeyClientOptions } from './api-key-client.ts';
export { createClientCore } from './client-core.ts';
export type { ClientConnections, ClientCore, ClientOptions } from './client-core.ts';
export { createClient } from './client.ts';
export type { Client } from './client.ts';
export { createOverviewClient } from './overview-client.ts';
export type { OverviewClient } from './overview-client.ts';
export { createEmbedClient } from './embed-client.ts';
export type { EmbedClientOptions, ViewerClient } from './embed-client.ts';
export type { EmbedHttpOptions } from './embed-http.ts';
export { createPictureClient } from './picture-client.ts';
export type { PictureClient } from './picture-client.ts';
export { createLanguage } from './features/account/index.ts';
export type { AccountApi, Language, LanguageOptions } from './features/account/index.ts';
export { modelTexts } from './features/add-camera/index.ts';
export type { AddCameraApi, CameraModelTexts, OnvifCamera, RegistrationOptions, RtspCamera } from './features/add-camera/index.ts';
export type { ApiKeysApi, OwnApiKeyApi } from './features/api-keys/index.ts';
export { addDays, addMonths, calendarKey, dayOf, dayRange, isCalendarDate, monthWeeks, weekdayOf } from './features/archive/index.ts';
export type { CalendarDate } from './features/archive/index.ts';
export type {
  ArchiveApi,
  ArchiveClip,
  ArchiveDownload,
  ArchivePlaylist,
  ArchiveSegment,
  ArchiveViewerApi,
  ClipOptions,
  ClipPart,
  ClipProgress,
  DayRange,
  DownloadOptions,
  KeptClip,
  PreviewOptions,
  PreviewWidth,
  TimeRange,
} from './features/archive/index.ts';
export { camerasWithoutPlan, paymentBar, paymentLookAheadMs, subscriptionDisplay } from './features/billing/index.ts';
export type {
  BillingApi,
  BillingCallOptions,
  BillingData,
  BillingState,
  PaymentBar,
  PaymentBarInput,
  PaymentStep,
  PaymentTarget,
  SubscriptionDisplay,
  SubscriptionDisplayInput,
  SubscriptionDisplayState,
  TransactionFilter,
  WaitForOrderOptions,
} from './features/billing/index.ts';
export type { BookmarksApi, SavedClipsApi } from './features/bookmarks/index.ts';
export type { CameraSettingsApi } from './features/camera-settings/index.ts';
export { cameraCapabilities } from './features/cameras/index.ts';
export type { CamerasApi, CamerasReaderApi, CameraSnapshot, CamerasViewerApi } from './features/cameras/index.ts';
export type {
  CameraEventChange,
  CameraStateChange,
  EventDaysFilter,
  EventFilter,
  EventsApi,
  EventsOverviewApi,
  EventsReaderApi,
  EventTimelineRange,
  LiveUpdates,
  LiveUpdatesState,
} from './features/events/index.ts';
export type { EmbedsApi, EmbedTokensApi } from './features/embeds/index.ts';
export type { Feedback, FeedbackApi } from './features/feedback/index.ts';
export type { FirmwareApi } from './features/firmware/index.ts';
export type { HomeMqttApi } from './features/home-mqtt/index.ts';
export {
  addLocation,
  addRoom,
  byPlace,
  camerasAt,
  filterByPlace,
  inOrder,
  moveCamera,
  moveLocation,
  moveRoom,
  removeLocation,
  removeRoom,
  renameLocation,
  renameRoom,
  roomsOf,
} from './features/locations/index.ts';
export type { LocationsApi, LocationsEdit, Place, PlaceFilter } from './features/locations/index.ts';
export { readPushNotice } from './features/notifications/index.ts';
export type {
  FirebaseMessagingPort,
  NotificationPermissionName,
  NotificationsApi,
  PushBrowserPort,
  PushConnection,
  PushNotice,
  PushPermission,
  PushPorts,
  PushRegistrationPort,
  PushState,
  PushStorePort,
  PushSubscriptionData,
} from './features/notifications/index.ts';
export { createPhoneCamera, PhoneCameraError, readPhoneLink } from './features/phone-camera/index.ts';
export type {
  PhoneAbilities,
  PhoneBattery,
  PhoneCamera,
  PhoneCameraOptions,
  PhoneCameraState,
  PhoneCapture,
  PhoneDevice,
  PhoneFailure,
  PhoneIdentity,
  PhoneLens,
  PhoneLinkState,
  PhoneNetwork,
  PhoneRecording,
  PhoneRecordingHandlers,
  PhoneSample,
  PhoneSettings,
  PhoneSocket,
  PhoneTracks,
} from './features/phone-camera/index.ts';
export type {
  LiveAccess,
  LiveConnection,
  LiveConnectionState,
  LiveFlow,
  LiveHandlers,
  LiveState,
  LiveSubscription,
  LiveTracks,
  LiveWaiting,
  PlayerApi,
  Talk,
  TalkHandlers,
  WhepSession,
} from './features/player/index.ts';
export type { OperatorApi } from './features/operator/index.ts';
export type { PtzApi, PtzSteering, PtzSteeringState } from './features/ptz/index.ts';
export type { QualityApi, QualitySummaryOptions, QualityViewerApi } from './features/quality/index.ts';
export type { SdCardApi } from './features/sd-card/index.ts';
export type {
  DeviceAuthorizationsApi,
  DeviceCode,
  DeviceCodeSignIn,
  Session,
  SessionApi,
  SessionEnd,
  SignIn,
  SubjectChange,
} from './features/session/index.ts';
export { grantSentence, limitsSentence } from './features/sharing/index.ts';
export type { SentenceOptions, SentencePart, SentenceSubject, SentenceVoice, SharingApi } from './features/sharing/index.ts';
export type { SmartEventsApi } from './features/smart-events/index.ts';
export type { StreamLinksApi } from './features/stream-links/index.ts';
export type { TelegramApi, TelegramChatEvents } from './features/telegram/index.ts';
export type { TimelapseApi } from './features/timelapse/index.ts';
export type { VideoWallApi } from './features/video-wall/index.ts';
export type { WebhookDeliveriesOptions, WebhooksApi } from './features/webhooks/index.ts';
export { debounce, defaultDebounce } from './kernel/timing/debounce.ts';
export type { Debounced } from './kernel/timing/debounce.ts';
export { embedTokenEnd, isTokenRenewal } from './kernel/embed-authorization.ts';
export type { Paged } from './kernel/paged.ts';
export { errorText } from './kernel/error-text.ts';
export { WatchpostError } from './kernel/errors.ts';
export { generalErrorText } from './kernel/general-error-text.ts';
export type { WatchpostErrorCode, WatchpostErrorOptions } from './kernel/errors.ts';
export { formatDate, formatDateTime, formatTime, zoneMark } from './kernel/format/dates.ts';
export type { FormatOptions } from './kernel/format/dates.ts';
export { formatDuration } from './kernel/format/durations.ts';
export { formatMoment } from './kernel/format/moments.ts';
export { parseMoney } from './kernel/format/money-input.ts';
export { addMoney, formatMoney, shareOf, subtractMoney } from './kernel/format/money.ts';
export type { Money, MoneyOptions } from './kernel/format/money.ts';
export { formatBytes, formatList, formatNumber } from './kernel/format/numbers.ts';
export type { ListOptions, NumberOptions } from './kernel/format/numbers.ts';
export { formatPhone } from './kernel/format/phone.ts';
export { formatAge, formatRelative } from './kernel/format/relative.ts';
export { momentAt, momentsAt, ownTimeZone, zoneOffset } from './kernel/format/zones.ts';
export { createForm } from './kernel/forms/form.ts';
export type {
  FieldState,
  Form,
  FormErrors,
  FormField,
  FormOptions,
  FormRule,
  FormRules,
  FormValues,
  SubmitResult,
} from './kernel/forms/form-types.ts';
export { createMask } from './kernel/forms/mask.ts';
export type { Mask, MaskedText, MaskEdit } from './kernel/forms/mask.ts';
export {
  alpha,
  alphaDash,
  dateFormat,
  email,
  integer,
  length,
  max,
  maxValue,
  min,
  minValue,
  required,
  url,
  valid,
  validate,
  validationText,
} from './kernel/forms/validation.ts';
export type { Rule, ValidationError } from './kernel/forms/validation.ts';
export type { RuleName } from './kernel/forms/validation-texts.ts';
export type { HttpClient, HttpRequestOptions } from './kernel/http.ts';
export { createMemoryStorage } from './kernel/memory-ports.ts';
export type {
  CallOptions,
  ClockPort,
  CrossTabPort,
  LocksPort,
  NetworkPort,
  StoragePort,
  Unsubscribe,
  WebSocketLike,
} from './kernel/ports.ts';
export { pickPlural } from './kernel/plural.ts';
export { serializeQuery } from './kernel/query.ts';
export type { Query, QueryValue } from './kernel/query.ts';
export { createTranslator } from './kernel/translate.ts';
export type { Catalogue, Translate, Values } from './kernel/translate.ts';
export { capabilities, isGrantWithin } from '@watchpost/contract/access/capabilities';
export type { Capabilities, CapabilityCamera, CapabilityViewer, Grant } from '@watchpost/contract/access/capabilities';
export { isInDailyWindow, nextDailyWindowChange } from '@watchpost/contract/access/daily-window';
export { isInWeeklyHours } from '@watchpost/contract/access/weekly-hours';
export type { DailyWindow } from '@watchpost/contract/access/daily-window';
export { backOffDelay } from '@watchpost/contract/timing/back-off';
export type { BackOffLimits } from '@watchpost/contract/timing/back-off';
export { callEvery, systemClock } from '@watchpost/contract/timing/clock';
export { footageFileName } from '@watchpost/contract/timing/file-name';
export { countCharacters, defaultLocale, isTaxId, isTimeZoneName, locales, pickLocale, standardOffset } from '@watchpost/contract/kernel';
export { timeZoneNames } from '@watchpost/contract/kernel';
export type { Endpoint, ErrorCode, Locale, TimeZoneName } from '@watchpost/contract/kernel';
export { readCameraAddress, writeCameraAddress } from '@watchpost/contract/protocols/camera-address';
export type { CameraAddress, CameraAddressReading } from '@watchpost/contract/protocols/camera-address';
export type { LiveMedia, Quality } from '@watchpost/contract/protocols/live';
export { encodeRegistrationCode, isWifiName, isWifiPassword } from '@watchpost/contract/protocols/registration-code';
export type { RegistrationCode, WifiNetwork } from '@watchpost/contract/protocols/registration-code';
export type { DeletionSummary, Profile, SignedInDevice } from '@watchpost/contract/schemas/account';
export type { TelegramChat, TelegramChatNotifications, TelegramToken } from '@watchpost/contract/schemas/telegram';
export type { CameraModel, DiscoverCamerasAnswer, DiscoveredCamera, OnvifSource } from '@watchpost/contract/schemas/add-camera';
export type { ProbeSourceAnswer, RegisterLocalCameraAnswer, RegistrationAnswer } from '@watchpost/contract/schemas/add-camera';
export type { RegistrationTokenAnswer, RtspSource } from '@watchpost/contract/schemas/add-camera';
export type { ApiKey, ApiKeyOptions, ApiKeyScope, CreateApiKeyBody, CreatedApiKey } from '@watchpost/contract/schemas/api-keys';
export type { UpdateApiKeyBody } from '@watchpost/contract/schemas/api-keys';
export type { ArchiveDay, ArchiveDays, ClipManifest, Footage, GapReason, SignedClipManifest } from '@watchpost/contract/schemas/archive';
export type { Balance, Billing, BillingPeriod, CameraPlan, CreateOrderBody, InvoicePreview } from '@watchpost/contract/schemas/billing';
export type { Order, OrderFailure, Payer, PaymentAnswer, PaymentMethod, PayOrderBody, Plan } from '@watchpost/contract/schemas/billing';
export type { PlanVersion, PutPlanBody, RequestInvoiceBody, Subscription, Transaction } from '@watchpost/contract/schemas/billing';
export type { TransactionPage, UpcomingInvoices } from '@watchpost/contract/schemas/billing';
export { maxBookmarkNote } from '@watchpost/contract/protocols/bookmarks';
export type { Bookmark, CreateBookmarkBody, CreateSavedClipBody, SavedClip } from '@watchpost/contract/schemas/bookmarks';
export type { UpdateBookmarkBody, UpdateSavedClipBody } from '@watchpost/contract/schemas/bookmarks';
export type { ArchiveRecording, CameraLens, CameraSettings, DeviceSettings } from '@watchpost/contract/schemas/camera-settings';
export type { NetworkInterface, NightVision, PictureRotation, UpdateCameraSettingsBody } from '@watchpost/contract/schemas/camera-settings';
export type { UpdateDeviceSettingsBody, UpdateNetworkBody } from '@watchpost/contract/schemas/camera-settings';
export type { Camera, CameraAbout, CameraPlatform, CameraState } from '@watchpost/contract/schemas/cameras';
export type { CreatedEmbedToken, CreateEmbedLinkBody, CreateEmbedTokenBody, EmbedArchive } from '@watchpost/contract/schemas/embeds';
export type { EmbedLink, EmbedLinkOptions, EmbedToken, EmbedTokens, UpdateEmbedLinkBody } from '@watchpost/contract/schemas/embeds';
export type { CameraEvent, EventArea, EventCounts, EventPage, EventTimeline, EventTimelineMark } from '@watchpost/contract/schemas/events';
export type { EventType, MotionDetection, UpdateMotionDetectionBody } from '@watchpost/contract/schemas/events';
export type { Firmware, FirmwareCheck, FirmwareStep, FirmwareUpdate } from '@watchpost/contract/schemas/firmware';
export type { HomeMqtt, UpdateHomeMqttBody } from '@watchpost/contract/schemas/home-mqtt';
export type { CameraPlace, Location, LocationsConfig, PlacePresence, Presence, Room } from '@watchpost/contract/schemas/locations';
export type { UpdatePresenceBody } from '@watchpost/contract/schemas/locations';
export type { CameraNotifications, ChannelTest, EventNotifications, NotificationHours } from '@watchpost/contract/schemas/notifications';
export type { UpdateCameraNotificationsBody, UpdateEventNotificationsBody } from '@watchpost/contract/schemas/notifications';
export type { AuditEntry, AuditFilter, AuditKind, AuditLogPage, AuditLogQuery } from '@watchpost/contract/schemas/operator';
export type { Operator, OperatorNode, OperatorOverview, OperatorQueue, OperatorWarning } from '@watchpost/contract/schemas/operator';
export type { OperatorSetting, SettingName } from '@watchpost/contract/schemas/operator';
export type { Ptz, PtzAbilities, PtzPatrol, PtzPreset, PtzTarget, PtzVelocity, SetPtzPatrolBody } from '@watchpost/contract/schemas/ptz';
export type { QualityBrowser, QualityDays, QualityReport, QualityRow, QualitySummary } from '@watchpost/contract/schemas/quality';
export type { QualitySystem, QualityTransport } from '@watchpost/contract/schemas/quality';
export { endlessSnooze } from '@watchpost/contract/protocols/alerts';
export { minutesOf, weekdays } from '@watchpost/contract/protocols/schedule';
export type { ScheduleEntry, Weekday } from '@watchpost/contract/protocols/schedule';
export type { SdCard, SdCardRecording, SdCardVideo, SdCardVideoPage, UpdateSdCardBody } from '@watchpost/contract/schemas/sd-card';
export type { DeviceAuthorization, RequestCodeAnswer } from '@watchpost/contract/schemas/session';
export type { AcceptedInvite, AccessEntry, AccessKind, AccessLogCounts, AccessLogFilter } from '@watchpost/contract/schemas/sharing';
export type { AccessLogPage, AccessLogQuery, ArchiveRange, CameraUser, CameraUsers } from '@watchpost/contract/schemas/sharing';
export type { CreateInviteBody, EmailInviteBody, Guest, Invitation, Invite, InviteOptions } from '@watchpost/contract/schemas/sharing';
export type { LinkGuests, SharedCamera, UpdateCameraUserBody, UpdateInviteBody, User, Users } from '@watchpost/contract/schemas/sharing';
export type { UsersQuery } from '@watchpost/contract/schemas/sharing';
export { detectionConflicts, detectionTypes, isInsidePolygon, isSimplePolygon } from '@watchpost/contract/protocols/detection';
export { maxZoneShareOf, lineCrossingOf, lineSideOf, plugInDetectionTypes, polygonArea } from '@watchpost/contract/protocols/detection';
export { soundDetectionTypes } from '@watchpost/contract/protocols/detection';
export type { BoxVerdict, DetectionType, LineCrossing, LineSide, PicturePoint } from '@watchpost/contract/protocols/detection';
export type { PlugInDetectionType, SoundDetectionType, SwitchableDetection } from '@watchpost/contract/protocols/detection';
export type { CameraDetections, CameraSoundDetections, DetectedClass, DetectionDraft } from '@watchpost/contract/schemas/smart-events';
export type { DetectionEngine, DetectionLine, DetectionReplayMessage, DetectionScene } from '@watchpost/contract/schemas/smart-events';
export type { DetectionSettings, DetectionSettingsOf, DetectionTestFrame } from '@watchpost/contract/schemas/smart-events';
export type { DetectionTestMessage, DetectionZone, IntrusionDirection, LineDirection } from '@watchpost/contract/schemas/smart-events';
export type { ObjectClass, ReplayedEvent, SoundAnalysis, SoundDetectionSettings } from '@watchpost/contract/schemas/smart-events';
export type { CameraPlugInDetections, PlugInDetectionSettings, UpdatePlugInDetectionBody } from '@watchpost/contract/schemas/smart-events';
export type { TestedBox, TestedEvent, UpdateDetectionBody, UpdateSoundDetectionBody } from '@watchpost/contract/schemas/smart-events';
export type { CreateStreamLinkBody, StreamFormat, StreamLink, StreamLinkOptions } from '@watchpost/contract/schemas/stream-links';
export type { StreamOutputs, UpdateStreamLinkBody } from '@watchpost/contract/schemas/stream-links';
export { maxTimelapseSeconds, minTimelapseSeconds } from '@watchpost/contract/protocols/timelapse';
export type { TimelapseChannel, TimelapseHours, TimelapseSettings } from '@watchpost/contract/schemas/timelapse';
export type { UpdateTimelapseSettingsBody } from '@watchpost/contract/schemas/timelapse';
export type { SaveVideoWallBody, VideoWall, WallArrangement, WallLayout } from '@watchpost/contract/schemas/video-wall';
export type { CreatedWebhook, CreateWebhookBody, UpdateWebhookBody, Webhook } from '@watchpost/contract/schemas/webhooks';
export type { WebhookDeliveries, WebhookDelivery, WebhookEvent, WebhookFailure } from '@watchpost/contract/schemas/webhooks';
export type { WebhookOptions } from '@watchpost/contract/schemas/webhooks';
