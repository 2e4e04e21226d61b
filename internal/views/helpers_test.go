package views_test

import "github.com/kaibo-dev/kaibo/internal/forget"

func forgetEvent(id string) forget.Selector { return forget.Selector{EventID: id} }
