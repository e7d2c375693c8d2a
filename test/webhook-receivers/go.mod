// The package of Standard Webhooks for Go, which the receiver of docs/webhook-receivers.md needs.
module receiver

go 1.21.0

require github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
