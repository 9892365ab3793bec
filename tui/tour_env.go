package tui

import (
	"eeporl/model"
	"eeporl/model/lesson"
	"eeporl/model/predict"
)

// LessonEnv is what a lesson's file is checked against: the names that a
// condition may use, the keys, the commands, and the models that load finds
// (nil stands for model.Find).
func LessonEnv(load func(name string) (model.Config, error)) lesson.Env {
	if load == nil {
		load = loadScenario
	}
	opened := map[string]App{}
	open := func(name string) (App, error) {
		if a, ok := opened[name]; ok {
			return a, nil
		}
		config, err := load(name)
		if err != nil {
			return App{}, err
		}
		s, err := model.New(config)
		if err != nil {
			return App{}, err
		}
		opened[name] = NewApp(s, Options{})
		return opened[name], nil
	}
	return lesson.Env{
		Names:   ScreenNames(),
		Key:     func(name string) bool { return keyOf(name) != "" },
		Predict: predict.Kinds(),
		Model: func(name string) error {
			_, err := open(name)
			return err
		},
		Command: func(name, line string) error {
			a, err := open(name)
			if err != nil {
				return err
			}
			return a.check(line)
		},
	}
}
