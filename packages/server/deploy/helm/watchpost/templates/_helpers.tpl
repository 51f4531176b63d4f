{{- define "watchpost.labels" -}}
app.kubernetes.io/name: watchpost
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
{{- define "watchpost.selector" -}}
app.kubernetes.io/name: watchpost
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
